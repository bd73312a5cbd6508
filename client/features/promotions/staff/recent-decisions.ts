import type { Promotion } from '#shared/promotions.ts';
import type { PendingDecision } from './use-decisions.ts';

const SHOWN = 10;

/** A decision of this visit; `outcome` is null while it can be undone or is on its way. */
export type RecentDecision = PendingDecision & {
  outcome: { updated: Promotion } | { refusal: string } | 'undone' | null;
};

/** The last ten, newest first. */
export const withDecision = (list: readonly RecentDecision[], decided: PendingDecision): RecentDecision[] =>
  [{ ...decided, outcome: null }, ...list].slice(0, SHOWN);

/** Records how a decision ended. */
export const withOutcome = (
  list: readonly RecentDecision[],
  { decision }: PendingDecision,
  outcome: RecentDecision['outcome'],
): RecentDecision[] => list.map((one) => (one.decision === decision ? { ...one, outcome } : one));
