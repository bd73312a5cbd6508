import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkHistory, subjectProblem } from './commit-subjects.ts';

describe('a subject', () => {
  it.each([
    'Rate-limit discount guesses on submit',
    'Merge: comments and test titles in plain English',
    'Pass the clock to every rule',
    'Seed the demo with readers',
    'Bring back the calendar',
    'x'.repeat(65),
  ])('passes: %s', (subject) => expect(subjectProblem(subject)).toBeNull());

  it.each([
    ['x'.repeat(66), 'has 66 characters, at most 65 are allowed'],
    ['Limit card attempts.', 'ends with a period'],
    ['Limits card attempts', 'begins with “limits”, not with an imperative'],
    ['Limited card attempts', 'begins with “limited”, not with an imperative'],
    ['Limiting card attempts', 'begins with “limiting”, not with an imperative'],
    ['Fixes: card attempts', 'begins with “fixes”, not with an imperative'],
  ])('is refused: %s', (subject, problem) => expect(subjectProblem(subject)).toBe(problem));
});

describe('a history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-subjects-'));
  const full = join(folder, 'full');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@deckle.test', '-C', full, ...args], {
      encoding: 'utf8',
    }).trim();
  const commit = (subject: string) => git('commit', '--allow-empty', '-qm', subject);
  let first: string;
  let wrong: string;

  beforeAll(() => {
    execFileSync('git', ['init', '-q', '-b', 'main', full]);
    commit('Older subjects were sentences.');
    first = git('rev-parse', 'HEAD');
    commit('Add a calendar');
    commit('Added a list.');
    wrong = git('rev-parse', '--short', 'HEAD');
    git('checkout', '-qb', 'side', first);
    commit('Add a side');
    git('checkout', '-q', 'main');
    git('merge', '-q', '--no-ff', '-m', `Merge ${first} into ${first}`, 'side');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is checked after the first commit, with any subject allowed in a generated merge', () => {
    expect(checkHistory(full, first)).toEqual({
      commitCount: 4,
      violations: [`${wrong} “Added a list.” ends with a period`],
    });
  });

  it('is skipped in a shallow clone, with the reason', () => {
    const shallow = join(folder, 'shallow');
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${full}`, shallow]);
    expect(checkHistory(shallow, first)).toEqual({
      skipped: `this clone doesn’t reach back to ${first.slice(0, 7)}: run git fetch --unshallow`,
    });
  });
});
