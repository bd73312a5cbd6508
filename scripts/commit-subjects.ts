/**
 * Checks the subject of every commit after BASE, except generated merges (CONTRIBUTING.md):
 * `node scripts/commit-subjects.ts` lists each violation; exit code 1 if there is one. Without a Git repository, or in
 * a shallow clone that lacks BASE, it reports that nothing was checked.
 */
import { spawnSync } from 'node:child_process';

/** This commit and older ones follow other conventions. */
const BASE = '46b90db052f182460e796e2cc6d82f590c70e296';
const MAX_LENGTH = 65;
/** Imperatives that end like another form of a verb. */
const IMPERATIVES = ['bring', 'embed', 'feed', 'focus', 'need', 'ping', 'seed', 'speed', 'string'];

export function subjectProblem(subject: string): string | null {
  const [word] = subject.toLowerCase().split(/[^a-z-]/);
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, at most ${MAX_LENGTH} are allowed`;
  if (subject.endsWith('.')) return 'ends with a period';
  if (/([^s]s|ed|ing)$/.test(word!) && !IMPERATIVES.includes(word!))
    return `begins with “${word}”, not with an imperative`;
  return null;
}

type Result = { commitCount: number; violations: string[] } | { skipped: string };

/** Violations in the commits after `base`, oldest first. */
export function checkHistory(folder: string, base: string): Result {
  const git = (...args: string[]) => spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  if (git('rev-parse', '--git-dir').status !== 0) return { skipped: 'this folder isn’t a Git repository' };
  if (git('merge-base', '--is-ancestor', base, 'HEAD').status !== 0)
    return { skipped: `this clone doesn’t reach back to ${base.slice(0, 7)}: run git fetch --unshallow` };
  const log = git('log', '--reverse', '--format=%h%x09%P%x09%s', `${base}..HEAD`);
  if (log.status !== 0) throw new Error(log.stderr);
  const commits = log.stdout.split('\n').filter(Boolean).map(commitOf);
  const violations = commits.flatMap(({ id, isGeneratedMerge, subject }) => {
    const problem = isGeneratedMerge ? null : subjectProblem(subject);
    return problem ? [`${id} “${subject}” ${problem}`] : [];
  });
  return { commitCount: commits.length, violations };
}

function commitOf(line: string) {
  const [id, parents, ...rest] = line.split('\t');
  const subject = rest.join('\t');
  // Hosts generate the subjects of merges, such as “Merge <commit> into <commit>”.
  return { id, subject, isGeneratedMerge: parents!.includes(' ') && subject.startsWith('Merge ') };
}

if (import.meta.main) {
  const result = checkHistory('.', BASE);
  if ('skipped' in result) console.log(`commit subjects: not checked, because ${result.skipped}`);
  else {
    for (const violation of result.violations) console.log(violation);
    console.log(`commit subjects: ${result.commitCount} commits, ${result.violations.length || 'no'} violations`);
    process.exitCode = result.violations.length ? 1 : 0;
  }
}
