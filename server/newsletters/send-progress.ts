/**
 * Progress of one sender run: saved to the newsletter at most once a second, and checked for a bounce rate that pauses
 * it. Decides which refused addresses count as bad.
 */
import type { Deps } from '#server/platform/deps.ts';
import type { DeliveryResult } from './deliver-one.ts';
import { saveTotals } from './delivery-log.ts';
import { rateProblem, refusalProblem } from './delivery-rates.ts';

const SAVE_EVERY_MS = 1_000;

export function createSendProgress(
  { db }: Pick<Deps, 'db'>,
  { id, warm_up_id, delivered_count }: { id: number; warm_up_id: number | null; delivered_count: number },
) {
  const runCounts = { accepted: 0, bounced: 0 };
  let refused = 0;
  let hasAccepted = delivered_count > 0;
  const hardBounces: DeliveryResult[] = [];
  let problem: string | null = null;
  let savedAt = performance.now();

  const save = async () => {
    savedAt = performance.now();
    await db.$transaction((tx) => saveTotals(tx, id));
    if (runCounts.accepted)
      await db.newsletter.updateMany({ where: { id, failure: { not: null } }, data: { failure: null } });
  };
  return {
    /**
     * Returns the reason to pause, or null. The rate counts only this run of this process, so after a resume it starts
     * from zero. A warm-up stops sending to single providers instead.
     */
    add: async (results: readonly DeliveryResult[]): Promise<string | null> => {
      for (const { outcome, event } of results) {
        if (outcome.state !== 'accepted' && outcome.state !== 'bounced') continue;
        runCounts[outcome.state]++;
        if (outcome.state === 'bounced' && event !== 'soft_bounce') refused++;
      }
      if (performance.now() - savedAt >= SAVE_EVERY_MS) await save();
      if (warm_up_id) return null;
      problem = refusalProblem({ ...runCounts, refused }) ?? rateProblem({ ...runCounts, complaints: 0 });
      return problem;
    },
    /**
     * Adds results and returns the bounces to record. Hard bounces wait until the relay accepts another email, because
     * a relay that refuses everything says nothing about the addresses. Bounces that a crash loses happen again in the
     * next newsletter. In a warm-up nothing waits, because the recorded bounces stop the sending to a provider that
     * refuses everything.
     */
    bouncesOf: (results: readonly DeliveryResult[]): DeliveryResult[] => {
      if (warm_up_id) return results.filter(({ event }) => event);
      hardBounces.push(...results.filter(({ event }) => event === 'hard_bounce'));
      const soft = results.filter(({ event }) => event && event !== 'hard_bounce');
      if (!results.some(({ outcome }) => outcome.state === 'accepted')) return soft;
      hasAccepted = true;
      return [...soft, ...hardBounces.splice(0)];
    },
    /** Returns the waiting hard bounces at the end of a run, unless the relay seems to be the reason for them. */
    lastBounces: (): DeliveryResult[] => (hasAccepted && !problem ? hardBounces : []),
    isPausedOrEnded: async () =>
      (await db.newsletter.count({ where: { id, OR: [{ paused_at: { not: null } }, { ended_at: { not: null } }] } })) >
      0,
  };
}
