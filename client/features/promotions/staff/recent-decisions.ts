/** The last decisions of an editor, stored in this tab. Logging out deletes them. */
import { useMemo, useSyncExternalStore } from 'react';
import { tabStore } from '#client/api/stored.ts';
import { MAX_BULK_DECISIONS, type Promotion } from '#shared/promotions.ts';
import type { Decision } from './api.ts';
import { moneyOutcomeText } from './decision-forms.ts';

type Kind = Decision['kind'];

export type RecentDecision = {
  promotion: { id: number; title: string };
  kind: Kind;
  /** The charge or the write-off that it makes, in words. */
  money?: string;
  /** Null while it can be undone or is on its way. */
  outcome: 'done' | 'undone' | 'unknown' | { refusal: string } | null;
  /** The page load in which it was made. */
  visit: string;
};
export type DecisionOutcome = NonNullable<RecentDecision['outcome']>;
type Pending = { promotion: { id: number }; kind: Kind };
type Decided = { promotion: Pick<Promotion, 'id' | 'book' | 'partner' | 'money' | 'sent_at'>; kind: Kind };

/** Adds decisions at the start of the list, and keeps as many as the largest bulk decision can have. */
export const withDecisions = (list: readonly RecentDecision[], decided: readonly Decided[], visit = VISIT) =>
  [
    ...decided.map(({ promotion: { id, book, ...promotion }, kind }): RecentDecision => {
      const money = moneyOutcomeText(kind, promotion);
      return {
        promotion: { id, title: book?.title ?? `#${id}` },
        ...{ kind, outcome: null, visit },
        ...(money && { money }),
      };
    }),
    ...list,
  ].slice(0, MAX_BULK_DECISIONS);

const REPLACEABLE_OUTCOMES: ReadonlySet<unknown> = new Set<RecentDecision['outcome']>([null, 'unknown']);

/** Records how the pending decision about a promotion ended. `result` is its final kind: a bulk move may approve. */
export function withOutcome(
  list: readonly RecentDecision[],
  { promotion: { id }, kind }: Pending,
  outcome: DecisionOutcome,
  result: Kind = kind,
): RecentDecision[] {
  const decided = list.findIndex(
    (one) => one.promotion.id === id && one.kind === kind && REPLACEABLE_OUTCOMES.has(one.outcome),
  );
  return list.map((one, index) => (index === decided ? { ...one, kind: result, outcome } : one));
}

const VISIT = String(performance.timeOrigin);

/** Parses the stored list. Pending decisions of an earlier page load get the outcome 'unknown'. */
export function readDecisions(text: string, visit = VISIT): RecentDecision[] {
  try {
    return (JSON.parse(text) as RecentDecision[]).map((one) =>
      one.outcome === null && one.visit !== visit ? { ...one, outcome: 'unknown' } : one,
    );
  } catch {
    return [];
  }
}

const EMPTY = '[]';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The list of an account, with functions that change it even after the page was left. */
export function useRecentDecisions(user_id: number | undefined) {
  const key = `recent_decisions_${user_id}`;
  const stored = () => tabStore().getItem(key) ?? EMPTY;
  const text = useSyncExternalStore(subscribe, stored, () => EMPTY);
  const change = (work: (list: readonly RecentDecision[]) => RecentDecision[]) => {
    tabStore().setItem(key, JSON.stringify(work(readDecisions(stored()))));
    for (const listener of listeners) listener();
  };
  return {
    list: useMemo(() => readDecisions(text), [text]),
    add: (...decided: readonly Decided[]) => change((list) => withDecisions(list, decided)),
    end: (decided: Pending, outcome: DecisionOutcome, result?: Kind) =>
      change((list) => withOutcome(list, decided, outcome, result)),
  };
}
