import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckle-prepare-'));
  for (const file of ['package.json', 'package-lock.json', 'prisma/schema.prisma', 'vite.config.ts'])
    copyFileSync(file, join(createParent(join(folder, file)), file.split('/').at(-1)!));
  for (const name of ['client', 'content', 'scripts/content', 'shared', 'server/emails'])
    mkdirSync(join(folder, name), { recursive: true });
  copyFileSync('scripts/prepare.mjs', join(folder, 'scripts/prepare.mjs'));
});
afterEach(() => {
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true });
});

function createParent(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  return dirname(file);
}

/** Replaces a program that the preparation runs. */
const fake = (path: string, script: string) => {
  createParent(join(folder, path));
  writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
};
const NODE = 'node_modules/node/bin/node';

/** Runs a step in the folder. */
function prepare(step: 'install' | 'build', user: { uid?: number; gid?: number } = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-e', `import('./scripts/prepare.mjs').then((all) => all.${step}())`],
    {
      cwd: folder,
      env: { ...process.env, PATH: join(folder, 'bin') + delimiter + process.env.PATH },
      encoding: 'utf8',
      ...user,
    },
  );
  return { status, stdout, lines: stderr.trimEnd().split('\n') };
}

it("explains in one line what to do if the packages can't be downloaded", () => {
  fake('bin/npm', 'echo "npm error code EAI_AGAIN" >&2; exit 1');
  expect(prepare('install')).toMatchObject({
    status: 1,
    lines: [
      'npm error code EAI_AGAIN',
      'npm couldn’t download the packages. The first start needs network access to a package registry: connect, then start again.',
    ],
  });
});

it('doesn’t blame the network for other failures of npm', () => {
  fake('bin/npm', 'echo "npm error code EUSAGE" >&2; exit 1');
  expect(prepare('install').lines).toEqual([
    'npm error code EUSAGE',
    'npm couldn’t install the packages. Fix what it reports above, then start again.',
  ]);
});

it("explains that the database client couldn't be generated", () => {
  fake('bin/npm', 'exit 0');
  fake(NODE, 'echo "Error: Prisma schema validation" >&2; exit 1');
  expect(prepare('install')).toMatchObject({
    status: 1,
    lines: [
      'Error: Prisma schema validation',
      'The database client couldn’t be generated from prisma/schema.prisma. Fix what Prisma reports above, then start again.',
    ],
  });
});

it("explains that the pages couldn't be built, and builds them again at the next start", () => {
  fake(NODE, 'echo "Expected a semicolon" >&2; exit 1');
  expect(prepare('build')).toMatchObject({
    status: 1,
    lines: ['Expected a semicolon', 'The pages couldn’t be built. Fix what Vite reports above, then start again.'],
  });
  fake(NODE, 'exit 0');
  expect(prepare('build')).toMatchObject({ status: 0, stdout: 'Building the pages…\n' });
  expect(prepare('build')).toMatchObject({ status: 0, stdout: '' });
});

it('builds again after a failed build, even if the sources are those of the last successful one', () => {
  fake(NODE, 'exit 0');
  prepare('build');
  writeFileSync(join(folder, 'client/later.ts'), '');
  fake(NODE, 'exit 1');
  expect(prepare('build').status).toBe(1);
  rmSync(join(folder, 'client/later.ts'));
  fake(NODE, 'exit 0');
  expect(prepare('build')).toMatchObject({ status: 0, stdout: 'Building the pages…\n' });
});

it('explains that the folder isn’t writable', () => {
  chmodSync(folder, 0o555);
  // Root may write anywhere.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  expect(prepare('build', nobody)).toMatchObject({
    status: 1,
    lines: [`${folder} isn’t writable. Give this user write permission, or start Deckle as the folder’s owner.`],
  });
});
