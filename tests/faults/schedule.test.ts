/** A short run of the schedule race, and its verdict; `npm run faults -- schedule` simulates 1,000 days. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { raceWithoutLease } from './schedule.ts';
import { race } from './schedule-race.ts';
import { violationsIn } from './schedule-verdict.ts';

const SEED = 20261121;

describe('five processes on one schedule', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase('migrated');
  });
  afterAll(() => database.drop());

  it('run each job once per date, in order, and again only after a kill, despite wrong clocks and downtime', {
    timeout: 120_000,
  }, async () => {
    const { violations, runs, kills, pauses } = await race({ databaseUrl: database.url, days: 30, seed: SEED });
    expect(violations).toEqual([]);
    expect(runs).toBeGreaterThanOrEqual(90);
    expect(kills).toBeGreaterThan(0);
    expect(pauses).toBeGreaterThan(0);
  });

  it('repeat, overlap, or reorder jobs without the lease (control)', { timeout: 120_000 }, async () => {
    expect(await raceWithoutLease(database.url, SEED)).toBe('red');
  });
});

describe('the verdict', () => {
  const EXPECTED = ['remind 2026-12-01', 'freeze 2026-12-01', 'remind 2026-12-02'];
  const [REMIND, FREEZE, NEXT] = EXPECTED as [string, string, string];
  /** Judges log lines, each of a process id, 'job date', and a phase. */
  const judge = (lines: readonly [pid: number, name: string, phase: 'begin' | 'end'][], killedPids: number[] = []) =>
    violationsIn(
      lines.map(([pid, name, phase], id) => ({ id, pid, phase, job: name.split(' ')[0]!, date: name.split(' ')[1]! })),
      { expected: EXPECTED, killedPids: new Set(killedPids), unfinished: [] },
    );
  const run = (pid: number, name: string) =>
    [
      [pid, name, 'begin'],
      [pid, name, 'end'],
    ] as [number, string, 'begin' | 'end'][];

  it.each<[string, [number, string, 'begin' | 'end'][], number[], string[]]>([
    ['accepts jobs that ran once, in order', [...run(1, REMIND), ...run(2, FREEZE), ...run(1, NEXT)], [], []],
    ['reports a missing run', [...run(1, REMIND), ...run(1, NEXT)], [], ['freeze 2026-12-01 was not run']],
    [
      'reports a repeated run',
      [...run(1, REMIND), ...run(2, REMIND), ...run(1, FREEZE), ...run(1, NEXT)],
      [],
      ['remind 2026-12-01 was run again although process 1 wasn’t killed in it'],
    ],
    [
      'accepts a rerun after the first process was killed',
      [...run(1, REMIND), ...run(2, REMIND), [3, FREEZE, 'begin'], ...run(2, FREEZE), ...run(2, NEXT)],
      [1, 3],
      [],
    ],
    [
      'reports a rerun of an earlier run of a killed process',
      [...run(1, REMIND), ...run(1, FREEZE), ...run(2, REMIND), ...run(2, NEXT)],
      [1],
      [
        'remind 2026-12-01 was run again although process 1 wasn’t killed in it',
        'remind 2026-12-01 came after freeze 2026-12-01',
      ],
    ],
    [
      'reports an unexpected run',
      [...run(1, REMIND), ...run(1, FREEZE), ...run(1, NEXT), ...run(1, 'freeze 2026-12-03')],
      [],
      ['freeze 2026-12-03 was run but isn’t expected'],
    ],
    [
      'reports overlapping runs',
      [...run(1, REMIND), [1, FREEZE, 'begin'], [2, NEXT, 'begin'], [1, FREEZE, 'end'], [2, NEXT, 'end']],
      [],
      ['remind 2026-12-02 started while freeze 2026-12-01 was running'],
    ],
    [
      'reports runs out of order',
      [...run(1, FREEZE), ...run(1, REMIND), ...run(1, NEXT)],
      [],
      ['remind 2026-12-01 came after freeze 2026-12-01'],
    ],
  ])('%s', (_, lines, killedPids, expected) => {
    expect(judge(lines, killedPids)).toEqual(expected);
  });
});
