/** Decides about many promotions, each in a transaction of its own, as the single calls do. */
import type { Deps } from '#server/platform/deps.ts';
import { AppError, invalidBase } from '#server/platform/errors.ts';
import { formatCount } from '#shared/counts.ts';
import type { BulkDecision, BulkOutcome, BulkResult } from '#shared/promotions.ts';
import { REASONS } from '#shared/reasons.ts';
import { isUndecided } from '#shared/status.ts';
import type { RuleCode } from '#shared/submission-rules.ts';
import { failedRules } from './eligibility-facts.ts';
import { proposeDate } from './propose-date.ts';
import { type PromotionRow, promotionsByIds } from './queries.ts';
import { approvePromotion, rejectPromotion } from './review.ts';
import { displayStatus, namedDates, statusFactsOf } from './state.ts';
import type { Staff } from './transition.ts';

type Target = { id: number; review_version?: string | undefined };
type Work = (target: Target) => Promise<BulkOutcome>;

/**
 * Results in the order of the promotions. A refusal doesn't stop the others; which of two decisions about a promotion
 * counts is settled by its lock.
 */
export async function decideMany(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'log'>,
  actor: Staff,
  body: BulkDecision,
): Promise<BulkResult[]> {
  const work = await workOf(deps, actor, body);
  const results: BulkResult[] = [];
  for (const target of body.promotions) {
    const { id } = target;
    const outcome = await work(target).catch((error) => ({ refusal: refusalOf(deps, error, id) }));
    results.push(
      typeof outcome === 'string' ? { id, outcome, reason: null } : { id, outcome: 'refused', reason: outcome.refusal },
    );
  }
  return results;
}

type WorkDeps = Parameters<typeof decideMany>[0];

async function workOf(deps: WorkDeps, actor: Staff, body: BulkDecision): Promise<Work> {
  if (body.decision === 'reject') {
    const { decision: _, promotions: __, ...rejection } = body;
    return async ({ id }) => {
      await rejectPromotion(deps, { id, actor, ...rejection });
      return 'declined';
    };
  }
  const ids = body.promotions.map(({ id }) => id);
  const rows = new Map((await promotionsByIds(deps.db, ids, ['category'])).map((row) => [row.id, row]));
  const undecided = [...rows.values()].filter((row) => isUndecided(displayStatus(statusFactsOf(row))));
  const failed = await failedRules(deps.db, deps.now(), undecided);
  const approve = async (target: Target, promotion_date?: string): Promise<BulkOutcome> => {
    refuseFailedRules(failed.get(target.id));
    await approvePromotion(deps, { ...target, actor, promotion_date });
    return 'approved';
  };
  if (body.decision === 'approve') return approve;
  const { promotion_date, message } = body;
  return async (target) => {
    if (isNamed(rows.get(target.id), promotion_date)) return approve(target, promotion_date);
    await proposeDate(deps, { id: target.id, actor, promotion_date, message });
    return 'proposed';
  };
}

/** Approving for a date that the partner named needs no question to them. */
const isNamed = (promotion: PromotionRow | undefined, date: string) =>
  promotion !== undefined && namedDates(promotion).includes(date);

/** Only an editor who looks at a single promotion may approve it against a rule. */
function refuseFailedRules(codes: readonly RuleCode[] = []) {
  if (!codes.length) return;
  const rules = codes.map((code) => REASONS[code].explanation).join(' ');
  throw invalidBase(`It fails ${formatCount(codes.length, 'rule')}: ${rules}`);
}

const NOT_SAVED = 'This wasn’t saved. Please try again.';

function refusalOf({ log }: Pick<Deps, 'log'>, error: unknown, promotion_id: number): string {
  if (!(error instanceof AppError)) {
    log.error({ err: error, promotion_id }, 'promotion not decided in bulk');
    return NOT_SAVED;
  }
  if (error.status === 404) return 'This promotion doesn’t exist.';
  const { errors } = error.body as { errors?: { base?: string[]; full_messages?: string[] } };
  return (errors?.base ?? errors?.full_messages)?.join(' ') || NOT_SAVED;
}
