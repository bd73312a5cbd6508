// Preparation for start and test. Each step is skipped if its result is newer than its sources.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pinned Node from an npm package, so that the system's own version doesn't matter. */
export const node = join('node_modules', 'node', 'bin', 'node');
const STAMPS = 'node_modules/.deckle';

const run = (command, args, env = {}) =>
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });

export function install() {
  runIfChanged('install', ['package.json', 'package-lock.json'], 'Installing packages…', () => {
    try {
      run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    } catch {
      console.error(
        'npm couldn’t install the packages; see its output above. The first start needs network access to a package registry: connect, then start again.',
      );
      process.exit(1);
    }
  });
  runIfChanged('prisma', ['prisma/schema.prisma', 'package-lock.json'], 'Generating the database client…', () =>
    // Any existing file works: generating needs no schema engine, but the CLI would download one.
    run(node, ['node_modules/prisma/build/index.js', 'generate'], {
      PRISMA_SCHEMA_ENGINE_BINARY: node,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    }),
  );
}

/** Builds the browser's files, and the .tsx files that Node can't read. */
export function build() {
  runIfChanged(
    'build',
    ['client', 'content', 'scripts/content', 'shared', 'server/emails', 'vite.config.ts', 'package-lock.json'],
    'Building the pages…',
    () => {
      const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];
      run(node, vite, { NODE_ENV: 'production' });
      run(node, [...vite, '--ssr'], { NODE_ENV: 'production' });
    },
  );
}

function runIfChanged(name, sources, message, work) {
  const stamp = join(STAMPS, name);
  const current = fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  console.log(message);
  work();
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, current);
}

/** Hash of names and contents: a few hundred small files take about ten milliseconds. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn)) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
