/**
 * Decides on many promotions, each in its own transaction, like the calls for one promotion. See
 * docs/decisions/0132-decide-in-bulk-row-by-row.md.
 */
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { SECOND_MS } from '#shared/durations.ts';
import type { BulkDecision, BulkOutcome, BulkResult } from '#shared/promotions.ts';
import { proposeDate } from './propose-date.ts';
import { promotionsByIds } from './queries.ts';
import { approvePromotion, rejectPromotion } from './review.ts';
import { namedDates } from './state.ts';
import { RefusedAction, type Staff } from './transition.ts';

type Target = { id: number; review_version?: string | undefined };
type Work = (target: Target & { promotion_date?: string | undefined }) => Promise<BulkOutcome>;
type WorkDeps = Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'log'>;

/** Short enough that the request doesn't time out, even if the last promotion takes a while. */
const BULK_LIMIT_MS = 20 * SECOND_MS;
const TOO_LATE = 'This took too long, so your decision on this promotion wasn’t saved. Please try again.';

/**
 * Decides on each promotion, and returns the results in the same order. A refusal doesn't stop the others. If two
 * editors decide on the same promotion, the first to lock it wins. After `limit_ms`, the remaining ones are refused.
 */
export async function decideMany(
  deps: WorkDeps,
  actor: Staff,
  body: BulkDecision,
  limit_ms = BULK_LIMIT_MS,
): Promise<BulkResult[]> {
  const until = performance.now() + limit_ms;
  const work = await workOf(deps, actor, body);
  const results: BulkResult[] = [];
  for (const target of body.promotions) {
    const { id } = target;
    const outcome =
      performance.now() < until
        ? await work(target).catch((error) => refusalOf(deps, error, id))
        : { reason: TOO_LATE };
    results.push(typeof outcome === 'string' ? { id, outcome, reason: null } : { id, outcome: 'refused', ...outcome });
  }
  return results;
}

async function workOf(deps: WorkDeps, actor: Staff, body: BulkDecision): Promise<Work> {
  if (body.decision === 'reject') {
    const { decision: _, promotions: __, ...rejection } = body;
    return async ({ id }) => {
      await rejectPromotion(deps, { id, actor, ...rejection });
      return 'declined';
    };
  }
  const ids = body.promotions.map(({ id }) => id);
  const named = new Map((await promotionsByIds(deps.db, ids, [])).map((row) => [row.id, namedDates(row)]));
  const chosen = body.decision === 'move' ? { promotion_date: body.promotion_date } : {};
  const message = body.decision === 'move' ? body.message : null;
  return async (target) => {
    const approval = { ...target, ...chosen, actor };
    const { id, promotion_date } = approval;
    if (!promotion_date || !named.has(id) || named.get(id)!.includes(promotion_date)) {
      await approvePromotion(deps, { ...approval, must_meet_rules: true });
      return 'approved';
    }
    await proposeDate(deps, { id, actor, promotion_date, message, review_version: target.review_version });
    return 'proposed';
  };
}

const NOT_SAVED = 'This wasn’t saved. Please try again.';

type Refusal = Pick<BulkResult, 'reason' | 'last_event'>;

function refusalOf({ log }: Pick<Deps, 'log'>, error: unknown, promotion_id: number): Refusal {
  if (!(error instanceof AppError)) {
    log.error({ err: error, promotion_id }, 'promotion not decided in bulk');
    return { reason: NOT_SAVED };
  }
  if (error.status === 404) return { reason: 'This promotion doesn’t exist.' };
  const { errors } = error.body as { errors?: { base?: string[]; full_messages?: string[] } };
  const last_event = error instanceof RefusedAction ? error.last_event : undefined;
  return {
    reason: (errors?.base ?? errors?.full_messages)?.join(' ') || NOT_SAVED,
    ...(last_event && { last_event }),
  };
}
