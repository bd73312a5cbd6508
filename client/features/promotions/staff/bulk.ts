/** Decisions about several promotions, as pure functions. */
import { formatCount } from '#shared/counts.ts';
import { type BulkResult, type LastEvent, MAX_BULK_DECISIONS, type Promotion } from '#shared/promotions.ts';
import type { RuleCode } from '#shared/submission-rules.ts';
import { eventTitle } from '../PromotionTimeline.tsx';
import type { BulkChoice, Decision } from './api.ts';
import { isUnrequested, shortDate } from './date-choices.ts';
import { ACTION_OF, draftKey } from './decision-forms.ts';
import { ageText, eventText } from './team-texts.ts';
import { problemText, verdictOf } from './verdict.ts';

/** A refused promotion has a reason. If the whole request gets a 5xx or no response, each outcome is unknown. */
export type BulkRow = Pick<BulkResult, 'reason' | 'last_event'> & {
  promotion: Promotion;
  outcome: BulkResult['outcome'] | 'unknown';
};
/** The date that the editor chose for a promotion, by its id. */
export type ChosenDates = { readonly [id: number]: string };
/** `skipped`: promotions that aren't sent to the server, each with the reason. */
export type PendingBulk = {
  choice: BulkChoice;
  promotions: readonly Promotion[];
  dates: ChosenDates;
  skipped: readonly BulkRow[];
};
export type BulkReport = { choice: BulkChoice; rows: readonly BulkRow[] };

export const meetsAllRules = (promotion: Promotion) =>
  promotion.actions.includes(ACTION_OF.approve) && verdictOf(promotion).tone === 'good';

/** True if it can be approved in bulk, or proposed for the date that the editor chose. */
export const isReady = (promotion: Promotion, dates: ChosenDates) =>
  isProposed(promotion, dates)
    ? promotion.actions.includes(ACTION_OF.propose_date)
    : meetsAllRules(onDate(promotion, dateOf(promotion, dates)));

/** The entries of a promotion's `actions` that permit each bulk decision. One of them is enough. */
const ACTIONS_OF_BULK: Record<BulkChoice['decision'], readonly string[]> = {
  approve: [ACTION_OF.approve, ACTION_OF.propose_date],
  reject: [ACTION_OF.reject],
  move: [ACTION_OF.approve, ACTION_OF.propose_date],
};
const isAllowed = ({ actions }: Promotion, decision: BulkChoice['decision']) =>
  ACTIONS_OF_BULK[decision].some((action) => actions.includes(action));

/** Like `isAllowed`, except that a move to a date that the partner didn't name needs a proposal. */
const isPossible = (promotion: Promotion, choice: BulkChoice) =>
  choice.decision === 'move' && isUnrequested(promotion, choice.promotion_date)
    ? promotion.actions.includes(ACTION_OF.propose_date)
    : isAllowed(promotion, choice.decision);

/** False for a promotion that can't be decided in bulk, such as one that was changed after its approval. */
export const isForBulk = (promotion: Promotion) => isAllowed(promotion, 'approve') || isAllowed(promotion, 'reject');

/** The date that the editor chose, or ''. */
const dateOf = ({ id }: Promotion, dates: ChosenDates, choice?: BulkChoice) =>
  choice?.decision === 'move' ? choice.promotion_date : (dates[id] ?? '');

const isProposed = (promotion: Promotion, dates: ChosenDates, choice?: BulkChoice) =>
  isUnrequested(promotion, dateOf(promotion, dates, choice));

/** The ids from one row to another, in the list's order; only `to` if the list doesn't have `from`. */
export function rangeOf(rows: readonly { id: number }[], from: number | null, to: number): number[] {
  const indexes = [from ?? to, to].map((id) => rows.findIndex((row) => row.id === id));
  if (indexes.includes(-1)) return [to];
  return rows.slice(Math.min(...indexes), Math.max(...indexes) + 1).map(({ id }) => id);
}

/**
 * Skips a promotion, and says why, if another editor is deciding about it, its status doesn't allow the decision, the
 * limit is reached, or it would be approved in spite of a problem, such as a failed rule.
 */
export function pendingBulk(
  promotions: readonly Promotion[],
  choice: BulkChoice,
  dates: ChosenDates,
  deciderOf: (id: number) => { name: string } | null,
): PendingBulk {
  const pending: PendingBulk & { promotions: Promotion[]; skipped: BulkRow[] } = {
    ...{ choice, promotions: [], skipped: [] },
    dates: choice.decision === 'approve' ? dates : {},
  };
  for (const promotion of promotions) {
    const decider = deciderOf(promotion.id);
    const reason = decider
      ? `${decider.name} is deciding on this promotion.`
      : !isPossible(promotion, choice)
        ? `Its status is “${promotion.display_status}”, so it can’t be ${BULK_VERBS[choice.decision]}.`
        : !passesRules(promotion, choice, dates)
          ? `It can’t be approved in bulk: ${problemText(onDate(promotion, dateOf(promotion, dates, choice)))}.`
          : pending.promotions.length >= MAX_BULK_DECISIONS
            ? `You can decide on at most ${MAX_BULK_DECISIONS} promotions at a time.`
            : null;
    if (reason) pending.skipped.push({ promotion, outcome: 'refused', reason });
    else pending.promotions.push(promotion);
  }
  return pending;
}

/** A move to a date that the partner named is an approval, so the rules apply. */
function passesRules(promotion: Promotion, choice: BulkChoice, dates: ChosenDates) {
  if (choice.decision === 'approve') return isReady(promotion, dates);
  return (
    choice.decision !== 'move' ||
    isProposed(promotion, dates, choice) ||
    meetsAllRules(onDate(promotion, choice.promotion_date))
  );
}

const DATE_RULES: readonly RuleCode[] = [
  'date_full',
  'date_past',
  'date_too_far',
  'repeat_too_soon',
  'author_twice',
  'pre_order',
];

/** The promotion with its failed rules on another date than the requested one, as far as they're known here. */
function onDate(promotion: Promotion, date: string): Promotion {
  if (date === '' || date === promotion.requested_date) return promotion;
  const isPreOrder = (promotion.book?.published_on ?? '') > date;
  const otherRules = promotion.failed_rules?.filter((code) => !DATE_RULES.includes(code));
  return { ...promotion, failed_rules: otherRules && isPreOrder ? [...otherRules, 'pre_order'] : otherRules };
}

const BULK_VERBS: Record<BulkChoice['decision'], string> = { approve: 'approved', reject: 'declined', move: 'moved' };

/** The bulk choice that a completed form makes; null if there is no such bulk decision. */
export function bulkChoiceOf({ kind, body }: Decision): BulkChoice | null {
  if (kind === 'reject') return { decision: 'reject', ...body };
  return kind === 'propose_date' ? { decision: 'move', ...body } : null;
}

const FORM_OF = { reject: 'reject', move: 'propose_date' } as const;

/**
 * The key of the form's draft that a bulk decision was made from. Null for an approval, which has no form, or if no
 * promotion's decision is known to be accepted. The report has the form's promotions in another order, which the key
 * ignores.
 */
export function acceptedDraftKey({ choice, rows }: BulkReport): string | null {
  const isAccepted = rows.some(({ outcome }) => outcome !== 'refused' && outcome !== 'unknown');
  if (choice.decision === 'approve' || !isAccepted) return null;
  const bulk = rows.map(({ promotion }) => promotion);
  return draftKey({ kind: FORM_OF[choice.decision], promotion: bulk[0]!, bulk });
}

/** The decision about one promotion of a bulk decision, as far as it's known before the server responds. */
export function pendingKind({ choice, dates }: PendingBulk, promotion: Promotion): Decision['kind'] {
  if (choice.decision === 'reject') return 'reject';
  return isProposed(promotion, dates, choice) ? 'propose_date' : 'approve';
}

export const takenOverText = (name: string) => `${name} started deciding first. Your decision wasn’t sent.`;

/** Leaves a promotion to the editor who has started deciding about it. */
export function withoutTakenOver(
  { promotions, skipped, ...pending }: PendingBulk,
  id: number,
  name: string,
): PendingBulk {
  const reason = takenOverText(name);
  const takenOver = promotions.filter((promotion) => promotion.id === id);
  return {
    ...pending,
    promotions: promotions.filter((promotion) => promotion.id !== id),
    skipped: [...skipped, ...takenOver.map((promotion) => ({ promotion, outcome: 'refused' as const, reason }))],
  };
}

/** '11 promotions will be approved; 1 will get a date proposal'. A move approves if a partner named the date. */
export function pendingBulkText({ choice, promotions, dates }: PendingBulk) {
  const proposed = promotions.filter((promotion) => isProposed(promotion, dates, choice)).length;
  const other = promotions.length - proposed;
  return joined([
    other > 0 && `${formatCount(other, 'promotion')} will be ${pendingVerb(choice)}`,
    proposed > 0 && `${other ? proposed : formatCount(proposed, 'promotion')} will get a date proposal`,
  ]);
}

function pendingVerb(choice: BulkChoice) {
  if (choice.decision === 'approve') return 'approved';
  return choice.decision === 'reject' ? 'declined' : `approved for ${shortDate(choice.promotion_date)}`;
}

/** '4 promotions approved for Thu, Dec 3; 6 got a date proposal; 2 not changed' */
export function reportText({ choice, rows }: BulkReport) {
  const counts = Object.groupBy(rows, ({ outcome }) => outcome);
  const words: [BulkRow['outcome'], () => string][] = [
    ['approved', () => (choice.decision === 'move' ? `approved for ${shortDate(choice.promotion_date)}` : 'approved')],
    ['declined', () => 'declined'],
    ['proposed', () => 'got a date proposal'],
    ['unknown', () => 'may have changed: check the list'],
    ['refused', () => 'not changed'],
  ];
  const shown = words.filter(([outcome]) => counts[outcome]);
  return joined(
    shown.map(([outcome, textOf], index) => {
      const count = counts[outcome]!.length;
      return `${index === 0 ? formatCount(count, 'promotion') : count} ${textOf()}`;
    }),
  );
}

const joined = (parts: readonly (string | false)[]) => parts.filter(Boolean).join('; ');

const OUTCOMES: Record<BulkRow['outcome'], string> = {
  approved: 'was approved.',
  declined: 'was declined; we’ll email your reasons to the partner.',
  proposed: 'is awaiting the partner; we’ll email them the proposed date.',
  refused: 'wasn’t changed.',
  unknown: 'may have changed: we didn’t get a response. Check the list.',
};

const lastEventText = (event: LastEvent) => `${eventText(eventTitle(event), event)} ${ageText(event.seconds_ago)}`;

/** 'wasn’t changed. Approved by Sam Reed 10 s ago.', after the book's title. */
export const outcomeTextOf = ({ outcome, reason, last_event }: BulkRow) =>
  [OUTCOMES[outcome], last_event ? `${lastEventText(last_event)}.` : reason].filter(Boolean).join(' ');
