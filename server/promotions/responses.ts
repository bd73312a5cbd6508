/** API responses with a promotion, for partners and staff. */
import { businessDate, vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { ownedBy } from '#server/platform/ownership.ts';
import type { Role } from '#shared/auth.ts';
import { isUndecided } from '#shared/status.ts';
import { unacceptableChanges } from './acceptable-changes.ts';
import { failedRules } from './eligibility-facts.ts';
import { presentPromotion } from './presenter.ts';
import { lastEvents, type PromotionRow, promotionById } from './queries.ts';
import { RefusedAction } from './transition.ts';

/** Joins included in an action's response. */
export const RESPONSE_JOINS = ['book', 'category', 'discount', 'partner', 'stripe_errors'];

export type Caller = { role: Role; id: number; is_admin: boolean };

export function createPromotionResponder(deps: Pick<Deps, 'db' | 'now'>) {
  const presentOptionsFor = async (actor: Caller, joins: readonly string[]) => ({
    actor,
    business_date: businessDate(deps.now()),
    joins,
    today: vancouverTime(deps.now()).date,
    open_dates: await openDates(deps.db, deps.now()),
  });
  const present = async (
    actor: Caller,
    rows: readonly PromotionRow[],
    options: Awaited<ReturnType<typeof presentOptionsFor>>,
  ) => {
    const presented = rows.map((row) => presentPromotion(row, options));
    if (actor.role !== 'user') return presented;
    const undecided = rows.filter((_row, index) => isUndecided(presented[index]!.display_status));
    const failed = options.joins.includes('failed_rules') && (await failedRules(deps.db, deps.now(), undecided));
    const changed = rows.filter((_row, index) => presented[index]!.actions.includes('accept_changes'));
    const unacceptable = changed.length ? await unacceptableChanges(deps.db, deps.now(), changed) : null;
    const ids = rows.map(({ id }) => id);
    const last = options.joins.includes('last_event') && (await lastEvents(deps.db, deps.now(), ids));
    return presented.map((promotion) => ({
      ...promotion,
      ...(unacceptable?.has(promotion.id) && {
        actions: promotion.actions.filter((action) => action !== 'accept_changes'),
      }),
      ...(failed && { failed_rules: failed.get(promotion.id) ?? unacceptable?.get(promotion.id) ?? [] }),
      ...(last && { last_event: last.get(promotion.id) }),
    }));
  };
  const staffNames = async (ids: number[]) => {
    const staff = await deps.db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
    return new Map(staff.map(({ id, name }) => [id, name]));
  };
  /** Adds the promotion's current record to the refusal of an action. */
  const withRecordOnRefusal = <Result>(actor: Caller, action: Promise<Result> | Result) =>
    Promise.resolve(action).catch(async (error) => {
      if (!(error instanceof RefusedAction)) throw error;
      const { status, body, headers, promotion, joins, last_event } = error;
      const [record] = await present(actor, [promotion], await presentOptionsFor(actor, joins));
      throw new AppError(status, { promotion: last_event ? { ...record, last_event } : record, ...body }, headers);
    });
  /** Presents a promotion, or the one that an action returns. */
  const respond = async (
    actor: Caller,
    action: Promise<PromotionRow> | PromotionRow,
    joins: readonly string[] = RESPONSE_JOINS,
  ) => {
    const promotion = await withRecordOnRefusal(actor, action);
    const [presented] = await present(actor, [promotion], await presentOptionsFor(actor, joins));
    const events = actor.role === 'user' && promotion.events;
    if (!events || !presented!.events) return { promotion: presented! };
    // Older events of charges by staff don't say which staff member it was.
    const ids = events.flatMap(({ actor, actor_id }) => (actor === 'user' && actor_id !== null ? [actor_id] : []));
    const names = await staffNames(ids);
    const named = presented!.events.map((event, index) => {
      const name = events[index]!.actor === 'user' && names.get(events[index]!.actor_id!);
      return name ? { ...event, actor_name: name } : event;
    });
    return { promotion: { ...presented!, events: named } };
  };
  const findOwn = async (actor: Caller, id: number, joins: readonly string[] = []) => {
    const promotion = await promotionById(deps.db, id, ownedBy(actor), joins);
    if (!promotion) throw notFound();
    return promotion;
  };
  return { presentOptionsFor, present, respond, withRecordOnRefusal, findOwn };
}
