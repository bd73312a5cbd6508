/** The replica container's start script, run with fakes of Postgres's commands. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compose } from './compose.ts';

const script = compose.configs['replica-start']!.content.replaceAll('$$', '$');

/** Each is a shell script; `$1` … are the command's arguments. */
const COMMANDS = {
  // The file `slot` contains the replication slot's status. Without the file, the query for the status fails as if the
  // primary were down.
  psql: `case "$*" in
    *wal_status*) [ -f slot ] || exit 2; cat slot;;
    *pg_drop_replication_slot*) echo "drop slot" >> calls;;
  esac`,
  // Copies "new" data, or stops halfway if there is a file `interrupt`.
  pg_basebackup: `while [ "$1" != --pgdata ]; do shift; done
    mkdir -p "$2"; echo 18 > "$2/PG_VERSION"
    if [ -f interrupt ]; then echo "half a copy" >> calls; exit 1; fi
    echo new > "$2/data"; touch "$2/standby.signal"; echo copy >> calls`,
  postgres: 'echo "start with $(cat "$PGDATA/data")" >> calls',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckle-replica-start-'));
  mkdirSync(join(folder, 'bin'));
  for (const [name, body] of Object.entries(COMMANDS)) {
    const path = join(folder, 'bin', name);
    writeFileSync(path, `#!/bin/bash\n${body}\n`);
    chmodSync(path, 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text = '') => writeFileSync(join(folder, name), text);

/** Runs the script and returns its calls in order, except the query for the slot's status. */
function start(): string[] {
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, PGDATA: join(folder, 'pgdata') };
  rmSync(join(folder, 'calls'), { force: true });
  spawnSync('bash', ['-c', script], { cwd: folder, env });
  return existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [];
}

function createData({ isStandby = true } = {}) {
  mkdirSync(join(folder, 'pgdata'));
  write('pgdata/PG_VERSION', '18');
  write('pgdata/data', 'old');
  if (isStandby) write('pgdata/standby.signal');
}

it('copies the primary at its first start, and starts with that copy later', () => {
  expect(start()).toEqual(['drop slot', 'copy', 'start with new']);
  write('slot', 'reserved');
  expect(start()).toEqual(['start with new']);
});

it('never starts with half a copy', () => {
  write('interrupt');
  expect(start()).toEqual(['drop slot', 'half a copy']);
  expect(existsSync(join(folder, 'pgdata'))).toBe(false);
  rmSync(join(folder, 'interrupt'));
  expect(start()).toEqual(['drop slot', 'copy', 'start with new']);
});

it.each(['lost', 'missing'])(
  'copies the primary again if its slot is %s, and keeps the old copy until the new one is complete',
  (slot) => {
    createData();
    write('slot', slot);
    write('interrupt');
    expect(start()).toEqual(['drop slot', 'half a copy']);
    expect(readFileSync(join(folder, 'pgdata/data'), 'utf8')).toBe('old');
    rmSync(join(folder, 'interrupt'));
    expect(start()).toEqual(['drop slot', 'copy', 'start with new']);
    expect(existsSync(join(folder, 'pgdata.old'))).toBe(false);
  },
);

it('starts with its existing copy while the primary is unavailable', () => {
  createData();
  expect(start()).toEqual(['start with old']);
});

it('doesn’t change a promoted replica', () => {
  createData({ isStandby: false });
  write('slot', 'lost');
  expect(start()).toEqual(['start with old']);
});
