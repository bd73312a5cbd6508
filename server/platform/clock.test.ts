/**
 * Cutoffs and day lengths from 2024 to 2040, with current and with outdated zone data; Vancouver's local times; and
 * clocks that can be set.
 */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { formatInstant } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import {
  businessDate,
  cutoffOf,
  isZoneDataCurrent,
  nextCutoff,
  settableClock,
  vancouverInstant,
  vancouverTime,
} from './clock.ts';

const FIRST = '2024-01-01';
const LAST = '2040-12-31';

/** First and last days of winters, when 10:00 in Vancouver was 18:00 UTC. On all other days since 2024, it is 17:00. */
const WINTERS = [
  ['2024-01-01', '2024-03-09'],
  ['2024-11-03', '2025-03-08'],
  ['2025-11-02', '2026-03-07'],
] as const;
const DAYS_OF_OTHER_LENGTH = {
  '2024-03-10': 23,
  '2024-11-03': 25,
  '2025-03-09': 23,
  '2025-11-02': 25,
  '2026-03-08': 23,
};

const EVERY_DAY: string[] = [];
for (let at = Date.parse(FIRST); at <= Date.parse(LAST); at += 24 * HOUR_MS) {
  EVERY_DAY.push(new Date(at).toISOString().slice(0, 10));
}
const expectedCutoff = (date: string) =>
  `${date}T${WINTERS.some(([from, to]) => from <= date && date <= to) ? 18 : 17}:00:00.000Z`;
const EVERY_CUTOFF = EVERY_DAY.map(expectedCutoff);

describe('every day from 2024 to 2040', () => {
  it('is included: 6,210 days', () => {
    expect(EVERY_DAY).toHaveLength(6210);
  });

  it('closes at 10:00 in Vancouver', () => {
    expect(EVERY_DAY.map((date) => cutoffOf(date).toISOString())).toEqual(EVERY_CUTOFF);
    const shown = new Set(EVERY_CUTOFF.map((at) => vancouverTime(new Date(at)).hour));
    expect([...shown]).toEqual([10]);
  });

  it('closes exactly once: no other hour starts another newsletter', () => {
    const flips: string[] = [];
    let before = businessDate(new Date('2024-01-01T08:00:00Z'));
    const end = Date.parse('2041-01-01T08:00:00Z');
    for (let at = Date.parse('2024-01-01T09:00:00Z'); at < end; at += HOUR_MS) {
      const now = businessDate(new Date(at));
      if (now !== before) flips.push(new Date(at).toISOString());
      before = now;
    }
    expect(flips).toEqual(EVERY_CUTOFF);
  });

  it('closes at its cutoff, and is still open one millisecond before', () => {
    const wrong = EVERY_DAY.filter((date, i) => {
      const cutoff = Date.parse(EVERY_CUTOFF[i]!);
      const tomorrow = EVERY_DAY[i + 1] ?? '2041-01-01';
      return businessDate(new Date(cutoff - 1)) !== date || businessDate(new Date(cutoff)) !== tomorrow;
    });
    expect(wrong).toEqual([]);
  });

  it('has 24 hours, except for five days before the clocks stopped changing', () => {
    const midnights = [...EVERY_DAY, '2041-01-01'].map((date) => vancouverInstant(date, 0).getTime());
    const lengths = EVERY_DAY.map((date, i) => [date, (midnights[i + 1]! - midnights[i]!) / HOUR_MS] as const);
    expect(Object.fromEntries(lengths.filter(([, hours]) => hours !== 24))).toEqual(DAYS_OF_OTHER_LENGTH);
  });
});

describe('the open newsletter', () => {
  it.each([
    ['2026-12-01T16:59:59.999Z', '2026-12-01', '2026-12-01T17:00:00.000Z'],
    ['2026-12-01T17:00:00.000Z', '2026-12-02', '2026-12-02T17:00:00.000Z'],
    ['2026-12-02T06:59:59.999Z', '2026-12-02', '2026-12-02T17:00:00.000Z'],
    ['2026-12-02T07:00:00.000Z', '2026-12-02', '2026-12-02T17:00:00.000Z'],
    ['2026-01-15T17:59:59.999Z', '2026-01-15', '2026-01-15T18:00:00.000Z'],
    ['2026-01-15T18:00:00.000Z', '2026-01-16', '2026-01-16T18:00:00.000Z'],
    ['2026-10-31T17:00:00.000Z', '2026-11-01', '2026-11-01T17:00:00.000Z'],
    ['2026-12-31T17:00:00.000Z', '2027-01-01', '2027-01-01T17:00:00.000Z'],
    ['2028-02-28T17:00:00.000Z', '2028-02-29', '2028-02-29T17:00:00.000Z'],
  ])('at %s is the one for %s, which closes at %s', (now, date, until) => {
    expect(businessDate(new Date(now))).toBe(date);
    expect(nextCutoff(new Date(now)).toISOString()).toBe(until);
  });
});

describe("Vancouver's clocks", () => {
  it.each([
    ['2026-03-08T09:59:59.999Z', '2026-03-08', 1],
    ['2026-03-08T10:00:00.000Z', '2026-03-08', 3],
    ['2025-11-02T08:59:59.999Z', '2025-11-02', 1],
    ['2025-11-02T09:00:00.000Z', '2025-11-02', 1],
    ['2026-11-01T08:59:59.999Z', '2026-11-01', 1],
    ['2026-11-01T09:00:00.000Z', '2026-11-01', 2],
    ['2026-12-01T06:59:59.999Z', '2026-11-30', 23],
    ['2026-12-01T07:00:00.000Z', '2026-12-01', 0],
  ])('at %s show %s, %i h', (instant, date, hour) => {
    expect(vancouverTime(new Date(instant))).toEqual({ date, hour });
  });

  it('convert a local time to an instant, to the minute', () => {
    expect(vancouverInstant('2026-12-01', 10, 1).toISOString()).toBe('2026-12-01T17:01:00.000Z');
    expect(vancouverInstant('2026-01-15', 10, 1).toISOString()).toBe('2026-01-15T18:01:00.000Z');
    expect(vancouverInstant('2026-12-01', 23, 59).toISOString()).toBe('2026-12-02T06:59:00.000Z');
  });

  it('are labeled Pacific Time', () => {
    expect(formatInstant('2026-11-21T17:00:00.000Z')).toMatch(/^Nov 21, 2026, 10:00\sAM Pacific Time$/);
    expect(formatInstant('2026-01-15T18:00:00.000Z')).toMatch(/^Jan 15, 2026, 10:00\sAM Pacific Time$/);
    expect(formatInstant('2026-07-01T06:30:00.000Z')).toMatch(/^Jun 30, 2026, 11:30\sPM Pacific Time$/);
    expect(formatInstant('2026-11-01T08:59:00.000Z')).toMatch(/^Nov 1, 2026, 1:59\sAM Pacific Time$/);
    expect(formatInstant('2026-11-01T09:00:00.000Z')).toMatch(/^Nov 1, 2026, 2:00\sAM Pacific Time$/);
  });
});

describe('zone data', () => {
  it('is current in this runtime', () => {
    expect(isZoneDataCurrent()).toBe(true);
  });

  // Los Angeles still has Vancouver's old rules, so to the runtime below, Vancouver never stopped changing its clocks.
  it('that is outdated is detected and makes no difference', () => {
    const stale = runWithStaleZoneData();
    expect(stale.winterHourByZoneData).toBe('09');
    expect(stale.isCurrent).toBe(false);
    expect(stale.cutoffs).toEqual(EVERY_CUTOFF);
    expect(stale.lengths).toEqual(DAYS_OF_OTHER_LENGTH);
    expect(stale.wrongCutoffs).toEqual([]);
    expect(stale.shown).toMatch(/^Dec 15, 2026, 10:00\sAM Pacific Time$/);
  });
});

type StaleResults = {
  winterHourByZoneData: string;
  isCurrent: boolean;
  cutoffs: string[];
  lengths: Record<string, number>;
  wrongCutoffs: string[];
  shown: string;
};

/** Computes the same days with Los Angeles's rules, in another process, because date-fns-tz caches its formatters. */
function runWithStaleZoneData(): StaleResults {
  const script = `
    const CurrentFormat = Intl.DateTimeFormat;
    const withOldRules = (options) =>
      options?.timeZone === 'America/Vancouver' ? { ...options, timeZone: 'America/Los_Angeles' } : options;
    Intl.DateTimeFormat = class extends CurrentFormat {
      constructor(locale, options) { super(locale, withOldRules(options)); }
    };
    const clock = await import(${JSON.stringify(new URL('./clock.ts', import.meta.url).href)});
    const { formatInstant } = await import(${JSON.stringify(new URL('../../shared/dates.ts', import.meta.url).href)});
    const days = ${JSON.stringify([...EVERY_DAY, '2041-01-01'])};
    const midnights = days.map((date) => clock.vancouverInstant(date, 0).getTime());
    const lengths = days.slice(0, -1).map((date, i) => [date, (midnights[i + 1] - midnights[i]) / ${HOUR_MS}]);
    const cutoffs = days.slice(0, -1).map((date) => clock.cutoffOf(date));
    const winter = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Vancouver', hour: '2-digit' });
    console.log(JSON.stringify({
      winterHourByZoneData: winter.format(new Date('2026-12-15T17:00:00Z')),
      isCurrent: clock.isZoneDataCurrent(),
      cutoffs,
      lengths: Object.fromEntries(lengths.filter(([, hours]) => hours !== 24)),
      wrongCutoffs: cutoffs.filter((at, i) =>
        clock.businessDate(new Date(at - 1)) !== days[i] || clock.businessDate(at) !== days[i + 1]),
      shown: formatInstant('2026-12-15T17:00:00Z'),
    }));`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 }));
}

describe('a clock that can be set', () => {
  const MORNING = new Date('2026-12-01T16:00:00.000Z');
  const EVENING = new Date('2026-12-02T02:00:00.000Z');

  it('stands still when frozen, and moves when set', () => {
    const clock = settableClock(MORNING, { frozen: true });
    expect(clock.now()).toEqual(MORNING);
    expect(clock.now()).toEqual(MORNING);
    clock.set(EVENING);
    expect(clock.now()).toEqual(EVENING);
  });

  it("isn't affected when a caller modifies an instant that it returned", () => {
    const clock = settableClock(MORNING, { frozen: true });
    clock.now().setFullYear(1999);
    expect(clock.now()).toEqual(new Date('2026-12-01T16:00:00.000Z'));
  });

  it('continues from the time it was set to, and never goes backward', () => {
    const clock = settableClock(MORNING);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(MORNING.getTime());
    clock.set(EVENING);
    const first = clock.now().getTime();
    expect(first).toBeGreaterThanOrEqual(EVENING.getTime());
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(first);
  });
});
