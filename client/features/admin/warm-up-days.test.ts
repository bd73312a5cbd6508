import { expect, it } from 'vitest';
import type { WarmUp } from '#shared/warm-up.ts';
import { capsUsed, readersByProvider, warmUpDays } from './warm-up-days.ts';

type WarmUpProvider = WarmUp['providers'][number];
type Day = WarmUpProvider['days'][number];

const day = (date: string, counts: Partial<Day>): Day => ({
  ...{ date, stage: 0, cap: 61, handed_over: 52, accepted: 52, deferred: 0, hard_bounces: 0, complaints: 0 },
  ...{ permission_cap: 6, weekly_left: 2, skipped: 3, stop_cause: null },
  ...counts,
});
const provider = (name: WarmUpProvider['provider'], days: Day[], share = 0.5): WarmUpProvider => ({
  ...{ provider: name, share, cap: days.at(-1)?.cap ?? 1, days },
  ...{ stopped_at: null, stop_cause: null, stop_reason: null, resumes_on: null },
  last_day: { readers: 58, accepted: 50, skipped: 3, undelivered: 2, waiting: 3 },
});
const providers = [
  provider('gmail', [day('2026-12-01', {}), day('2026-12-02', { handed_over: 20, stop_cause: 'complaints' })]),
  provider('yahoo', [day('2026-12-01', {}), day('2026-12-02', { handed_over: 0, skipped: 9, stop_cause: 'bounces' })]),
  { ...provider('apple', [], 0), last_day: { readers: 0, accepted: 0, skipped: 0, undelivered: 0, waiting: 0 } },
];

it('adds up the days, without the caps of providers that were stopped all day', () => {
  expect(warmUpDays({ providers })).toEqual([
    { date: '2026-12-01', planned: 122, sent: 104, left_out: 6, stopped: [] },
    { date: '2026-12-02', planned: 61, sent: 20, left_out: 12, stopped: ['gmail', 'yahoo'] },
  ]);
});

it('accounts for each cap and each reader of the last day', () => {
  for (const { cap, sent, permission, weekly, unused } of capsUsed({ providers }))
    expect(sent + permission + weekly + unused).toBe(cap);
  expect(capsUsed({ providers })[0]).toEqual({ cap: 61, sent: 20, permission: 6, weekly: 2, unused: 33 });
  for (const [readers, ...parts] of readersByProvider({ providers }))
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(readers);
});
