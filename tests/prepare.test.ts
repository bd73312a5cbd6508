import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';

it("explains in one sentence what to do if the packages can't be downloaded", () => {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-prepare-'));
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(folder, file));
  mkdirSync(join(folder, 'bin'));
  const npm = '#!/bin/sh\necho "npm error code EAI_AGAIN" >&2\nexit 1\n';
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  const script = `import(${JSON.stringify(join(process.cwd(), 'scripts/prepare.mjs'))}).then((all) => all.install())`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: folder,
    env: { ...process.env, PATH: join(folder, 'bin') + delimiter + process.env.PATH },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(status).toBe(1);
  expect(stderr).toContain('EAI_AGAIN');
  expect(stderr).toContain('The first start needs network access');
  expect(stderr).not.toMatch(/^\s+at /m);
});
