// Prepares the packages, the database client, and the pages: for other scripts, and as a command before fault tests,
// load tests, and benchmarks. Each step is skipped if its sources haven't changed since it last ran.
// See docs/decisions/0007-install-from-the-lock-file.md.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The pinned Node from an npm package, so that the system's own version doesn't matter. */
export const node = join('node_modules', 'node', 'bin', 'node');
const STAMPS = 'node_modules/.deckle';

/** npm's error codes when it can't connect to a package registry. */
const NETWORK_ERROR =
  /\b(EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** Runs a program. If it fails, ends the process with an explanation, which may depend on its error output. */
function run(command, args, { env = {}, explain }) {
  const { status, stderr } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  process.stderr.write(stderr ?? '');
  if (status !== 0) fail(explain(stderr ?? ''));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

export function install() {
  runIfChanged('install', ['package.json', 'package-lock.json'], 'Installing packages…', () =>
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      explain: (errors) =>
        NETWORK_ERROR.test(errors)
          ? 'npm couldn’t download the packages. The first start needs network access to a package registry: connect, then start again.'
          : 'npm couldn’t install the packages. Fix what it reports above, then start again.',
    }),
  );
  runIfChanged('prisma', ['prisma/schema.prisma', 'package-lock.json'], 'Generating the database client…', () =>
    // Any existing file works: generating needs no schema engine, but the CLI would download one.
    run(node, ['node_modules/prisma/build/index.js', 'generate'], {
      env: { PRISMA_SCHEMA_ENGINE_BINARY: node, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
      explain: () =>
        'The database client couldn’t be generated from prisma/schema.prisma. Fix what Prisma reports above, then start again.',
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
      const options = {
        env: { NODE_ENV: 'production' },
        explain: () => 'The pages couldn’t be built. Fix what Vite reports above, then start again.',
      };
      run(node, vite, options);
      run(node, [...vite, '--ssr'], options);
    },
  );
}

function runIfChanged(name, sources, message, work) {
  const stamp = join(STAMPS, name);
  const current = fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  refuseReadOnlyFolder();
  console.log(message);
  // A failed or interrupted step may have changed files, so that they no longer match the older stamp.
  rmSync(stamp, { force: true });
  work();
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, current);
}

function refuseReadOnlyFolder() {
  try {
    accessSync('.', constants.W_OK);
  } catch {
    fail(`${process.cwd()} isn’t writable. Give this user write permission, or start Deckle as the folder’s owner.`);
  }
}

/** Hash of the files' names and contents. */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
  build();
}
