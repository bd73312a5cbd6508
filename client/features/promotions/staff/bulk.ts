/** Decisions about several promotions. All pure. */
import { formatCount } from '#shared/counts.ts';
import { type BulkResult, MAX_BULK_DECISIONS, type Promotion } from '#shared/promotions.ts';
import type { BulkChoice, Decision } from './api.ts';
import { shortDate } from './date-choices.ts';
import { ALLOWED_AS } from './questions.ts';
import { verdictOf } from './verdict.ts';

/** A refused promotion has a reason. */
export type BulkRow = { promotion: Promotion; outcome: BulkResult['outcome']; reason: string | null };
/** `left`: promotions that aren't sent to the server, each with the reason. */
export type PendingBulk = { choice: BulkChoice; promotions: readonly Promotion[]; left: readonly BulkRow[] };
export type BulkReport = { choice: BulkChoice; rows: readonly BulkRow[] };

export const meetsAllRules = (promotion: Promotion) =>
  promotion.actions.includes(ALLOWED_AS.approve) && verdictOf(promotion).tone === 'good';

/** The ids from one row to another, in the list's order; the row alone without a first one. */
export function rangeOf(rows: readonly { id: number }[], from: number | null, to: number): number[] {
  const indexes = [from ?? to, to].map((id) => rows.findIndex((row) => row.id === id));
  if (indexes.includes(-1)) return [to];
  return rows.slice(Math.min(...indexes), Math.max(...indexes) + 1).map(({ id }) => id);
}

/** Leaves out what can't be decided this way: promotions that fail a rule, those of other editors, and any beyond the limit. */
export function pendingBulk(
  promotions: readonly Promotion[],
  choice: BulkChoice,
  deciderOf: (id: number) => { name: string } | null,
): PendingBulk {
  const pending: PendingBulk & { promotions: Promotion[]; left: BulkRow[] } = { choice, promotions: [], left: [] };
  for (const promotion of promotions) {
    const decider = deciderOf(promotion.id);
    const reason = decider
      ? `${decider.name} is deciding on this promotion.`
      : choice.decision === 'approve' && !meetsAllRules(promotion)
        ? `It doesn’t meet every rule: ${verdictOf(promotion).text}.`
        : pending.promotions.length >= MAX_BULK_DECISIONS
          ? `You can decide about ${MAX_BULK_DECISIONS} promotions at a time.`
          : null;
    if (reason) pending.left.push({ promotion, outcome: 'refused', reason });
    else pending.promotions.push(promotion);
  }
  return pending;
}

/** The choice behind a completed form. */
export function bulkChoiceOf({ kind, body }: Decision): BulkChoice | null {
  if (kind === 'reject') return { decision: 'reject', ...body };
  return kind === 'propose_date' ? { decision: 'move', ...body } : null;
}

/** '12 promotions will be approved' */
export const heldBulkText = ({ choice, promotions }: PendingBulk) =>
  `${formatCount(promotions.length, 'promotion')} will be ${verbOf(choice)}`;

/** '10 of 12 promotions were approved' */
export function reportText({ choice, rows }: BulkReport) {
  const decided = rows.filter(({ outcome }) => outcome !== 'refused').length;
  return `${decided} of ${formatCount(rows.length, 'promotion')} ${decided === 1 ? 'was' : 'were'} ${verbOf(choice)}`;
}

function verbOf(choice: BulkChoice) {
  if (choice.decision === 'approve') return 'approved';
  return choice.decision === 'reject' ? 'declined' : `moved to ${shortDate(choice.promotion_date)}`;
}

const OUTCOMES: Record<BulkRow['outcome'], string> = {
  approved: 'was approved.',
  declined: 'was declined; we’ll email your reasons to the partner.',
  proposed: 'is awaiting the partner; we’ll email them the proposed date.',
  refused: 'wasn’t changed.',
};

/** After the book's title. */
export const outcomeTextOf = ({ outcome, reason }: BulkRow) => [OUTCOMES[outcome], reason].filter(Boolean).join(' ');
