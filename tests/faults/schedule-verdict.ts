/** Reads the log of a race: pure. */

export type LogRow = { id: number; job: string; date: string; pid: number; phase: 'begin' | 'end' };

type Facts = {
  /** 'job date' in the order in which they must have been done. */
  expected: readonly string[];
  /** Process ids that were killed: what they began may have no end, and what they ended may have had to be done again. */
  killed: ReadonlySet<number>;
  unfinished: readonly { job: string; date: string }[];
};

type Run = { name: string; pid: number; begin: number; end: number | null };

export function violationsIn(log: readonly LogRow[], { expected, killed, unfinished }: Facts): string[] {
  const runs = runsIn(log);
  return [
    ...unfinished.map(({ job, date }) => `${job} ${date} was never finished`),
    ...expected
      .filter((name) => !runs.some((run) => run.name === name && run.end))
      .map((name) => `${name} was not run`),
    ...repeated(runs, killed),
    ...overlapping(runs, killed),
    ...outOfOrder(runs, expected),
  ];
}

/** A begin and the end that the same process wrote for it. */
function runsIn(log: readonly LogRow[]): Run[] {
  const runs: Run[] = [];
  for (const { id, job, date, pid, phase } of log) {
    const name = `${job} ${date}`;
    if (phase === 'begin') runs.push({ name, pid, begin: id, end: null });
    else runs.findLast((run) => run.name === name && run.pid === pid && run.end === null)!.end = id;
  }
  return runs;
}

/** Done twice is wrong, unless the first was killed before it could say that it was done. */
const repeated = (runs: readonly Run[], killed: ReadonlySet<number>) =>
  [...Map.groupBy(runs, ({ name }) => name)].flatMap(([name, own]) => {
    const wasted = own.slice(0, -1).filter(({ pid }) => !killed.has(pid));
    return wasted.map(({ pid }) => `${name} was run again although process ${pid} lived`);
  });

/** Nobody begins anything while somebody who lives is at work. */
const overlapping = (runs: readonly Run[], killed: ReadonlySet<number>) =>
  runs.flatMap((run, i) =>
    runs
      .slice(i + 1)
      .filter((later) => run.end !== null && later.begin < run.end && !killed.has(run.pid))
      .map((later) => `${later.name} began while ${run.name} was at work`),
  );

function outOfOrder(runs: readonly Run[], expected: readonly string[]) {
  const place = new Map(expected.map((name, i) => [name, i]));
  return runs.flatMap((run, i) => {
    const before = runs[i - 1];
    return before && place.get(run.name)! < place.get(before.name)! ? [`${run.name} came after ${before.name}`] : [];
  });
}
