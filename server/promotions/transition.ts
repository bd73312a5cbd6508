/**
 * Status changes of a promotion go through `transition`: it locks the row, checks the table in state.ts, then writes
 * the change and its event in one transaction. A concurrent caller sees the new state, and gets 409 with the current
 * record if it no longer allows the action. There are two exceptions. A newsletter marks its promotions as sent in the
 * same steps, all at the same time (newsletter-events.ts). Payments (settlement, charge, refund, dispute) lock the row
 * in the same way and write their own events.
 */
import type { Prisma } from '#prisma';
import { auditStaff } from '#server/platform/audit.ts';
import { businessDate } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, adminsOnly, conflict, notFound } from '#server/platform/errors.ts';
import { ownedBy } from '#server/platform/ownership.ts';
import { announceAll } from '#server/webhooks/events.ts';
import { toIsoDate } from '#shared/dates.ts';
import type { LastEvent } from '#shared/promotions.ts';
import { WEBHOOK_OF_ACTION } from '#shared/webhook-events.ts';
import { lastEvents, type PromotionRow, promotionById, promotionsByIds } from './queries.ts';
import {
  type Action,
  type ActorRole,
  actionContextOf,
  isActionAllowed,
  isChangeReview,
  isEditor,
  needsAdmin,
  statusOf,
} from './state.ts';

/** `is_admin` only applies to staff. */
export type PromotionActor = { role: ActorRole; id: number | null; is_admin?: boolean };
export const SYSTEM: PromotionActor = { role: 'system', id: null };

/** The staff member who decides. */
export type Staff = { id: number; is_admin?: boolean };
export const staffActor = ({ id, is_admin = false }: Staff): PromotionActor => ({ role: 'user', id, is_admin });

/** The locked row with the relations that transitions need. */
export type LockedPromotion = PromotionRow & Required<Pick<PromotionRow, 'category' | 'discount' | 'partner'>>;

type Change = { data: Prisma.PromotionUncheckedUpdateInput; reason?: string | null | undefined };
type Work = (tx: Tx, promotion: LockedPromotion) => Promise<Change>;

const TRANSITION_JOINS = ['category', 'discount', 'partner'];

export const transitionPromotion = (
  deps: Pick<Deps, 'db' | 'now'>,
  change: { id: number; action: Action; actor: PromotionActor },
  work: Work,
): Promise<PromotionRow> => deps.db.$transaction((tx) => transition(deps, tx, change, work));

/** `transitionPromotion` in an open transaction: locks, checks, and lets `work` return the change to save. */
export async function transition(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { id, action, actor, wasNotified }: { id: number; action: Action; actor: PromotionActor; wasNotified?: boolean },
  work: Work,
): Promise<PromotionRow> {
  const promotion = await lockPromotion(tx, id, actor);
  await refuseUnlessAllowed(deps, tx, { action, actor, promotion });
  const { data, reason } = await work(tx, promotion).catch((error) => {
    throw isConflict(error) ? new RefusedAction(error, promotion) : error;
  });
  await tx.promotion.update({ where: { id }, data });
  const after = (await promotionById(tx, id, {}, TRANSITION_JOINS))!;
  await recordEvent(deps, tx, { action, actor, before: promotion, after, reason: reason ?? null, wasNotified });
  await auditStaff(tx, deps.now(), actor, {
    ...{ action, entity: 'promotion', entity_id: id, reason: reason ?? null },
    before: { status: statusOf(promotion), ...pickChanged(data, promotion) },
    after: { status: statusOf(after), ...pickChanged(data, after) },
  });
  return after;
}

/** `before` is null for a new promotion. `wasNotified`: webhooks announced the event before a backup was restored. */
type PromotionEventInput = {
  action: string;
  actor: PromotionActor;
  before: PromotionRow | null;
  after: PromotionRow;
  reason?: string | null;
  wasNotified?: boolean | undefined;
};

/** Records an event with its actor and the status before and after. */
export const recordEvent = (deps: Pick<Deps, 'now'>, tx: Tx, event: PromotionEventInput) =>
  recordEvents(deps, tx, [event]);

/** Records events of several promotions, with no more statements than for one. */
export async function recordEvents(deps: Pick<Deps, 'now'>, tx: Tx, events: readonly PromotionEventInput[]) {
  await tx.promotionEvent.createMany({
    data: events.map(({ action, actor, before, after, reason = null }) => ({
      ...{ promotion_id: after.id, actor: actor.role, actor_id: actor.id, action, reason, at: deps.now() },
      ...{ from: before && statusOf(before), to: statusOf(after) },
    })),
  });
  const announcements = events.flatMap(({ action, after, wasNotified }) => {
    const event = WEBHOOK_OF_ACTION[action];
    return event && !wasNotified
      ? [{ event, partner_ids: [after.partner_id], data: { promotion: webhookFields(after) } }]
      : [];
  });
  if (announcements.length) await announceAll(tx, deps.now(), announcements);
}

const webhookFields = (promotion: PromotionRow) => ({
  ...{ id: promotion.id, display_status: statusOf(promotion), requested_date: toIsoDate(promotion.requested_date) },
  promotion_date: promotion.promotion_date && toIsoDate(promotion.promotion_date),
});

/** The record's values of the fields that a change sets. */
const pickChanged = (data: object, record: object) =>
  Object.fromEntries(Object.keys(data).map((field) => [field, record[field as keyof typeof record]]));

const isConflict = (error: unknown): error is AppError => error instanceof AppError && error.status === 409;

/** A refusal, with the promotion as it was found; responses.ts adds the promotion's record to the body. */
export class RefusedAction extends AppError {
  readonly promotion: PromotionRow;
  readonly joins: readonly string[];
  /** The latest event. If a colleague acted first, it tells staff who that was. */
  readonly last_event: LastEvent | undefined;

  constructor(
    { status, body, headers }: AppError,
    promotion: PromotionRow,
    { joins = [], last_event }: { joins?: readonly string[]; last_event?: LastEvent | undefined } = {},
  ) {
    super(status, body, headers);
    this.promotion = promotion;
    this.joins = joins;
    this.last_event = last_event;
  }
}

/**
 * Locks a partner's bookings. Limits per book and author are checked under a lock on the partner's row, which is taken
 * before the lock on the promotion's row. "No key" allows concurrent writes of rows that only refer to the partner.
 */
export const lockBookings = (tx: Tx, partner_id: number) =>
  tx.$queryRaw`select id from partners where id = ${partner_id} for no key update`;

/**
 * Locks the bookings of a promotion's partner, unless the promotion is frozen: settlement locks a frozen promotion
 * before its partner, so the opposite order could deadlock.
 */
export const lockBookingsOf = (tx: Tx, promotion_id: number) => tx.$queryRaw`
  select partners.id from partners join promotions on promotions.partner_id = partners.id
  where promotions.id = ${promotion_id} and promotions.frozen_at is null for no key update of partners`;

/** Locks the row; another partner's promotion answers 404. */
export async function lockPromotion(tx: Tx, id: number, actor: PromotionActor): Promise<LockedPromotion> {
  const locked = await tx.$queryRaw<{ id: number }[]>`select id from promotions where id = ${id} for no key update`;
  const promotion = locked.length ? await promotionById(tx, id, ownedBy(actor), TRANSITION_JOINS) : null;
  if (!promotion) throw notFound();
  return promotion as LockedPromotion;
}

/** Locks these rows, with no more statements than for one. */
export async function lockPromotions(tx: Tx, ids: readonly number[]): Promise<LockedPromotion[]> {
  await tx.$queryRaw`select id from promotions where id = any(${[...ids]}::int[]) order by id for no key update`;
  return (await promotionsByIds(tx, ids, TRANSITION_JOINS)) as LockedPromotion[];
}

/** Refuses an action that the promotion's state doesn't allow, or that only administrators may take. */
export async function refuseUnlessAllowed(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { action, actor, promotion }: { action: Action; actor: PromotionActor; promotion: LockedPromotion },
) {
  const context = actionContextOf(promotion, businessDate(deps.now()));
  if (isEditor(actor) && needsAdmin(action, context.status)) throw adminsOnly();
  if (isActionAllowed(action, actor.role, context)) return;
  const last = actor.role === 'user' ? await lastEvents(tx, deps.now(), [promotion.id]) : null;
  throw new RefusedAction(conflict(refusalMessage(action, actor.role, context)), promotion, {
    last_event: last?.get(promotion.id),
  });
}

const VERBS: Record<Action, string> = {
  approve: 'approved',
  reject: 'declined',
  ask_feedback: 'sent back to the partner',
  submit_feedback: 'updated with an answer',
  accept_changes: 'approved with these changes',
  keep_approved: 'kept as approved',
  ask_about_changes: 'sent back with a question',
  correct_store_link: 'given a new store link',
  propose_date: 'sent back to the partner',
  confirm_date: 'moved to that date',
  edit: 'changed',
  pass_date: 'marked as not decided in time',
  cancel: 'canceled this way',
  cancel_approved: 'canceled',
  reopen: 'reopened',
  freeze: 'added to the newsletter',
  fail_to_send: 'marked as not sent',
  send: 'marked as sent',
  charge: 'charged',
  refund: 'refunded',
};

type RefusalContext = {
  status: string;
  is_frozen: boolean;
  is_before_cutoff: boolean;
  has_unreviewed_changes: boolean;
};

function refusalMessage(
  action: Action,
  role: ActorRole,
  { status, is_frozen, is_before_cutoff, has_unreviewed_changes }: RefusalContext,
) {
  if (action === 'refund' && status === 'successfully sent') return 'Nothing is left to refund for this promotion.';
  if (status === 'awaiting promotion date') {
    if (action === 'reopen' && has_unreviewed_changes)
      return 'The partner changed this promotion after you approved it. Decide on the changes first.';
    if (is_frozen) return 'The newsletter is already being sent, so this promotion can no longer be changed.';
    if (!is_before_cutoff && role === 'partner')
      return 'The newsletter closed at 10:00 AM Pacific Time, so this promotion can’t be changed anymore.';
    if (!is_before_cutoff && action === 'reopen')
      return 'The newsletter closed at 10:00 AM Pacific Time, so this promotion can’t be reopened anymore.';
    if (isChangeReview(action)) return 'There are no changes to review anymore. Reload the page to see the promotion.';
    if (action === 'submit_feedback') return 'Our editors don’t need an answer anymore.';
  }
  return `This promotion’s status is “${status}”, so it can’t be ${VERBS[action]}.`;
}
