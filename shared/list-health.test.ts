import { expect, it } from 'vitest';
import { adviceOn, comparedDays, type ListHealth, PROVIDERS, recentAndPrevious } from './list-health.ts';

const NONE = { accepted: 0, hard_bounces: 0, soft_bounces: 0, complaints: 0 };
const HEALTHY: Omit<ListHealth, 'advice'> = {
  days: [
    { date: '2026-12-01', engaged: 60, new: 10, slipping: 10, lapsed: 10, dormant: 10, asked: 0, kept: 0, sunset: 0 },
  ],
  questions: { daily_emails: 200, open: 0 },
  providers: PROVIDERS.map((provider) => ({ provider, ...NONE, accepted: 10_000, complaints: 5, before: NONE })),
  sources: [{ source: 'book', sign_ups: 200, confirmed: 150, confirmed_before: 90 }],
};
const gmail = (counts: Partial<typeof NONE>) => ({
  ...HEALTHY,
  providers: HEALTHY.providers.map((week) => (week.provider === 'gmail' ? { ...week, ...counts } : week)),
});

it.each([
  ['the one a week earlier', ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-30', '2026-12-01'], '2026-11-24'],
  ['an earlier one if that night’s count is missing', ['2026-11-23', '2026-12-01'], '2026-11-23'],
  ['nothing if no count is that old', ['2026-11-25', '2026-12-01'], undefined],
])('compares the last counted day with %s', (_title, dates, before) => {
  const days = dates.map((date) => ({ ...HEALTHY.days[0]!, date }));
  expect(comparedDays(days).map(({ date }) => date)).toEqual(['2026-12-01', ...(before ? [before] : [])]);
});

it('splits the counted days at 28 and 56 days before the last one, even if a night’s count is missing', () => {
  const dates = ['2026-10-05', '2026-10-06', '2026-11-02', '2026-11-03', '2026-11-20', '2026-11-30'];
  const days = dates.map((date) => ({ ...HEALTHY.days[0]!, date }));
  expect(recentAndPrevious(days).map((part) => part.map(({ date }) => date))).toEqual([
    ['2026-11-03', '2026-11-20', '2026-11-30'],
    ['2026-10-06', '2026-11-02'],
  ]);
  expect(recentAndPrevious([])).toEqual([[], []]);
});

it('has no advice while everything is within the limits', () => {
  expect(adviceOn(HEALTHY)).toEqual([]);
});

it.each<[string, Partial<typeof NONE>, 'bad' | 'warn' | undefined]>([
  ['0.09% of complaints', { complaints: 9 }, undefined],
  ['0.1% of complaints', { complaints: 10 }, 'warn'],
  ['0.3% of complaints', { complaints: 30 }, 'bad'],
  ['two complaints among few emails', { accepted: 100, complaints: 2 }, undefined],
  ['2% of hard bounces', { accepted: 9_800, hard_bounces: 200 }, 'warn'],
  ['5% of hard bounces', { accepted: 9_500, hard_bounces: 500 }, 'bad'],
  ['nine hard bounces among few emails', { accepted: 9, hard_bounces: 9, complaints: 0 }, undefined],
])('rates a provider with %s', (_name, counts, level) => {
  expect(adviceOn(gmail(counts)).map((advice) => advice.level)).toEqual(level ? [level] : []);
});

it('names the provider, its rate, and its rules', () => {
  expect(adviceOn(gmail({ complaints: 42 }))).toEqual([
    {
      level: 'bad',
      text: expect.stringContaining('Gmail: readers marked 0.42% of emails as spam in the last 7 days.'),
      url: 'https://support.google.com/a/answer/81126',
    },
  ]);
});

it('lists urgent warnings first, then inactive readers and unconfirmed sign-ups', () => {
  const [day] = HEALTHY.days;
  const texts = adviceOn({
    questions: { daily_emails: 20, open: 0 },
    days: [{ ...day!, engaged: 0, dormant: 70 }],
    providers: gmail({ complaints: 42 }).providers,
    sources: [{ source: 'embed', sign_ups: 100, confirmed: 12, confirmed_before: 0 }],
  }).map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringContaining('Gmail'),
    expect.stringMatching(
      /70% of active readers.*At 20 emails a day, asking all of them will take about 4 days, not counting warm-ups/,
    ),
    expect.stringContaining('12% of the sign-ups from “Embedded forms”'),
  ]);
});
