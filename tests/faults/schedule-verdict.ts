/** Evaluates the log of a schedule race. */

export type LogRow = { id: number; job: string; date: string; pid: number; phase: 'begin' | 'end' };

type RaceFacts = {
  /** 'job date' in the required order. */
  expected: readonly string[];
  /** Ids of killed processes. The last run of each may lack an end, and may be repeated even if it has one. */
  killedPids: ReadonlySet<number>;
  unfinished: readonly { job: string; date: string }[];
};

type Run = { name: string; pid: number; begin: number; end: number | null };

export function violationsIn(log: readonly LogRow[], { expected, killedPids, unfinished }: RaceFacts): string[] {
  const runs = runsIn(log);
  const interrupted = new Set([...killedPids].map((killed) => runs.findLast(({ pid }) => pid === killed)));
  return [
    ...unfinished.map(({ job, date }) => `${job} ${date} was never finished`),
    ...expected
      .filter((name) => !runs.some((run) => run.name === name && run.end))
      .map((name) => `${name} was not run`),
    ...runs.filter(({ name }) => !expected.includes(name)).map(({ name }) => `${name} was run but isn’t expected`),
    ...repeatedRuns(runs, interrupted),
    ...overlappingRuns(runs, interrupted),
    ...outOfOrderRuns(runs, expected),
  ];
}

/** Pairs each begin with the end that the same process logged. */
function runsIn(log: readonly LogRow[]): Run[] {
  const runs: Run[] = [];
  for (const { id, job, date, pid, phase } of log) {
    const name = `${job} ${date}`;
    if (phase === 'begin') runs.push({ name, pid, begin: id, end: null });
    else runs.findLast((run) => run.name === name && run.pid === pid && run.end === null)!.end = id;
  }
  return runs;
}

type Interrupted = ReadonlySet<Run | undefined>;

/** Reports repeated runs, except repeats of interrupted ones. */
const repeatedRuns = (runs: readonly Run[], interrupted: Interrupted) =>
  [...Map.groupBy(runs, ({ name }) => name)].flatMap(([name, runsOfName]) => {
    const repeated = runsOfName.slice(0, -1).filter((run) => !interrupted.has(run));
    return repeated.map(({ pid }) => `${name} was run again although process ${pid} wasn’t killed in it`);
  });

/** Reports runs that started before an earlier run had ended, unless that run was interrupted. */
const overlappingRuns = (runs: readonly Run[], interrupted: Interrupted) =>
  runs.flatMap((run, i) =>
    runs
      .slice(i + 1)
      .filter((later) => run.end !== null && later.begin < run.end && !interrupted.has(run))
      .map((later) => `${later.name} started while ${run.name} was running`),
  );

function outOfOrderRuns(runs: readonly Run[], expected: readonly string[]) {
  const positions = new Map(expected.map((name, i) => [name, i]));
  return runs.flatMap((run, i) => {
    const before = runs[i - 1];
    return before && positions.get(run.name)! < positions.get(before.name)!
      ? [`${run.name} came after ${before.name}`]
      : [];
  });
}
