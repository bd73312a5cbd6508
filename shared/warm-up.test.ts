import { describe, expect, it } from 'vitest';
import {
  capsOf,
  type DayCounts,
  DEFAULT_SCHEDULE,
  findStop,
  isComplete,
  nextStage,
  type Schedule,
  stageAfterChange,
  stepAfter,
} from './warm-up.ts';

const day = (counts: Partial<DayCounts> = {}): DayCounts => ({
  ...{ cap: 1_000, handed_over: 1_000, accepted: 1_000, deferred: 0, hard_bounces: 0, complaints: 0 },
  ...counts,
});

/** The cap of a provider on its own. */
const capOf = (schedule: Schedule, provider: { share: number; stage: number }) => capsOf(schedule, [provider])[0]!;

describe('the cap of a provider', () => {
  it('is its share of the first cap, and grows by half each day', () => {
    const caps = [0, 1, 2, 10, 20].map((stage) => capOf(DEFAULT_SCHEDULE, { share: 0.4, stage }));
    expect(caps).toEqual([200, 300, 450, 11_533, 665_051]);
  });

  it('is at least one email, grows even without readers, and has a maximum', () => {
    expect([0, 2, 10, 25].map((stage) => capOf(DEFAULT_SCHEDULE, { share: 0, stage }))).toEqual([1, 2, 58, 25_251]);
    expect(capOf(DEFAULT_SCHEDULE, { share: 1, stage: 900 })).toBe(100_000_000);
  });

  it('adds up to the schedule’s total with the caps of the other providers, and is at least one', () => {
    const totalOf = (shares: readonly number[], stage: number) =>
      capsOf(
        DEFAULT_SCHEDULE,
        shares.map((share) => ({ share, stage })),
      ).reduce((sum, cap) => sum + cap, 0);
    const thirds = [1 / 3, 1 / 3, 1 / 3];
    expect([0, 1, 2].map((stage) => totalOf(thirds, stage))).toEqual([500, 750, 1125]);
    expect([0, 1, 2].map((stage) => totalOf([0.453, 0.252, 0.151, 0.094, 0.05], stage))).toEqual([500, 750, 1125]);
    expect(
      capsOf(
        DEFAULT_SCHEDULE,
        [0.9982, 0.0006, 0.0006, 0.0006].map((share) => ({ share, stage: 0 })),
      ),
    ).toEqual([497, 1, 1, 1]);
  });
});

describe('a changed schedule', () => {
  const capAfter = (after: Schedule, stage: number) =>
    capOf(after, { share: 1, stage: stageAfterChange(stage, { before: DEFAULT_SCHEDULE, after }) });
  const capBefore = (stage: number) => capOf(DEFAULT_SCHEDULE, { share: 1, stage });

  it.each([110, 149, 151, 200])(
    'with %i percent growth never raises the cap, and lowers it by less than a step',
    (growth_percent) => {
      for (const stage of [0, 1, 10, 17]) {
        const cap = capAfter({ ...DEFAULT_SCHEDULE, growth_percent }, stage);
        expect(cap).toBeLessThanOrEqual(capBefore(stage));
        expect(cap * (growth_percent / 100)).toBeGreaterThanOrEqual(capBefore(stage) - 1);
      }
    },
  );

  it('with a higher first cap raises only the caps below it, and with a lower first cap lowers all', () => {
    expect([0, 2, 10].map((stage) => capAfter({ ...DEFAULT_SCHEDULE, first_cap: 1_000 }, stage))).toEqual([
      1_000, 1_000, 25_629,
    ]);
    expect([0, 10].map((stage) => capAfter({ ...DEFAULT_SCHEDULE, first_cap: 250 }, stage))).toEqual([250, 14_416]);
  });

  it('with the same values keeps every stage', () => {
    for (let stage = 0; stage < 60; stage++)
      expect(stageAfterChange(stage, { before: DEFAULT_SCHEDULE, after: DEFAULT_SCHEDULE })).toBe(stage);
  });
});

describe('the stage after a day', () => {
  it.each([
    ['grows without trouble', {}, 1],
    ['stays if less than half of the cap was used', { handed_over: 499 }, 0],
    ['stays with 2.1% deferred', { accepted: 979, deferred: 21 }, 0],
    ['grows with 2% deferred', { accepted: 980, deferred: 20 }, 1],
    ['steps back with 5.1% deferred', { accepted: 949, deferred: 51 }, -1],
    ['stays with 2.1% bounces', { accepted: 979, hard_bounces: 21 }, 0],
    ['steps back with 3.1% bounces', { accepted: 969, hard_bounces: 31 }, -1],
    ['stays with two complaints per 1,000 emails', { complaints: 2 }, 0],
    ['grows with one complaint, which may be a mistake', { accepted: 100, complaints: 1 }, 1],
    ['steps back with more than two complaints per 1,000 emails', { accepted: 1_400, complaints: 3 }, -1],
  ] as const)('%s', (_what, counts, step) => {
    expect(stepAfter(day(counts))).toBe(step);
  });

  it('of a paused warm-up may step back, but doesn’t grow', () => {
    const next = (last: DayCounts) => nextStage({ stage: 4, stop: null, last, isPaused: true });
    expect([next(day()), next(day({ accepted: 900, deferred: 100 }))]).toEqual([4, 3]);
  });

  it('of a stopped provider is lower once the stop is over', () => {
    const next = (cause: 'deferrals' | 'complaints', isOver: boolean, stage = 5) =>
      nextStage({ stage, stop: { cause, isOver }, last: day(), isPaused: false });
    expect([next('deferrals', true), next('complaints', true), next('complaints', false)]).toEqual([3, 2, 5]);
    expect(next('complaints', true, 1)).toBe(0);
  });
});

describe('a provider', () => {
  it.each([
    ['is stopped at 0.3% complaints', { complaints: 3 }, 'complaints'],
    ['isn’t stopped by two complaints', { accepted: 100, complaints: 2 }, undefined],
    ['is stopped at 5% bounces', { accepted: 950, hard_bounces: 50 }, 'bounces'],
    ['isn’t stopped by nine bounces', { accepted: 20, hard_bounces: 9 }, undefined],
    ['is stopped when it defers a tenth', { accepted: 90, deferred: 10 }, 'deferrals'],
    ['isn’t stopped by nine deferrals', { accepted: 0, deferred: 9 }, undefined],
  ] as const)('%s', (_what, counts, cause) => {
    expect(findStop('gmail', [day(counts)])?.cause).toBe(cause);
  });

  it('is stopped when it begins to defer everything late on a large day', () => {
    const counts = day({ accepted: 5_000, deferred: 20 });
    expect(findStop('yahoo', [counts], { not_accepted_in_a_row: 19 })).toBeNull();
    expect(findStop('yahoo', [counts], { not_accepted_in_a_row: 20 })).toEqual({
      cause: 'deferrals',
      reason: 'Yahoo and AOL deferred or refused 20 of 5020 emails today.',
    });
  });

  it('is stopped by the complaints of several small days together', () => {
    const small = day({ accepted: 100, complaints: 1 });
    expect(findStop('apple', [small, small])).toBeNull();
    expect(findStop('apple', [small, small, small])).toEqual({
      cause: 'complaints',
      reason: 'iCloud: readers marked 1.00% of emails as spam (3 of 300).',
    });
  });
});

describe('a warm-up', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ date: `2026-12-0${index + 1}`, handed_over: 10, skipped: 0, stop_cause: null as string | null },
    }));

  it('is complete after seven days without a skipped reader', () => {
    expect([isComplete(days(6)), isComplete(days(7))]).toEqual([false, true]);
  });

  it('isn’t complete if a provider was stopped, a reader was skipped, or no email was sent', () => {
    const changed = (change: object) => days(7).map((sent, index) => (index === 3 ? { ...sent, ...change } : sent));
    expect(isComplete(changed({ skipped: 1 }))).toBe(false);
    expect(isComplete(changed({ stop_cause: 'deferrals' }))).toBe(false);
    expect(isComplete(changed({ handed_over: 0 }))).toBe(false);
  });
});
