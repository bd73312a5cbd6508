/** Follows the worked example of CONTRIBUTING.md in a copy of the project. */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const SOURCES = ['client', 'clients', 'content', 'prisma', 'scripts', 'server', 'shared', 'tests'];
const SETTINGS = ['.gitignore', 'package.json', 'tsconfig.json', 'biome.json', 'vite.config.ts', 'vitest.config.ts'];
const copy = mkdtempSync(join(tmpdir(), 'deckle-example-'));
const at = (path: string) => join(copy, path);

type Block = { language: string; path: string; text: string };
const blocks = blocksOf(/^## Worked example\n([\s\S]*?)^## /m.exec(readFileSync('CONTRIBUTING.md', 'utf8'))![1]!);
const migration = blocks.find(({ language }) => language === 'sql')!;
const sources = blocks.filter((block) => block !== migration);

beforeAll(async () => {
  for (const path of [...SOURCES, ...SETTINGS]) cpSync(path, at(path), { recursive: true });
  symlinkSync(resolve('node_modules'), at('node_modules'));
  for (const { language, path, text } of sources)
    writeFileSync(at(path), language === 'diff' ? applyDiff(readFileSync(at(path), 'utf8'), text) : `${text}\n`);
  await node('scripts/migrate.ts', '--new', 'book_notes');
  await node('node_modules/prisma/build/index.js', 'generate');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('changes seven files', () => {
  expect(blocks).toHaveLength(7);
});

it('generates the migration that it shows', () => {
  const [file] = globSync('prisma/migrations/*_book_notes/migration.sql', { cwd: copy });
  expect(readFileSync(at(file!), 'utf8').trim()).toBe(migration.text);
  expect(migration.path).toBe('prisma/migrations/<time>_book_notes/migration.sql');
});

it('passes lint, types, and import rules', async () => {
  const files = sources.map(({ path }) => path).filter((path) => /\.tsx?$/.test(path));
  await run('node_modules/.bin/biome', 'check', '--error-on-warnings', ...files);
  await run('node_modules/.bin/tsc', '-p', '.');
  await node('scripts/import-rules.ts');
});

it('passes its own test', async () => {
  const { stdout } = await node('node_modules/vitest/vitest.mjs', 'run', 'server/books/note.test.ts');
  expect(stdout).toMatch(/Tests .*1 passed/);
});

function blocksOf(section: string): Block[] {
  const fences = section.replaceAll(/^ {3}/gm, '').matchAll(/^```(\w+) (\S+)\n([\s\S]*?)\n```$/gm);
  return [...fences].map(([, language, path, text]) => ({ language: language!, path: path!, text: text! }));
}

/** Applies a diff without line numbers. Parts are separated by `…`, and each must match exactly once. */
function applyDiff(file: string, diff: string): string {
  return diff.split('\n…\n').reduce((before, part) => {
    const lines = part.split('\n');
    const linesWithout = (sign: string) =>
      lines
        .filter((line) => !line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n');
    const old = linesWithout('+');
    expect(before.split(old), `${old} in a file that changed`).toHaveLength(2);
    return before.replace(old, () => linesWithout('-'));
  }, file);
}

const run = (command: string, ...args: string[]) =>
  promisify(execFile)(command, args, {
    cwd: copy,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${command} ${args.join(' ')}:\n${error.stdout}${error.stderr}`);
  });
const node = (...args: string[]) => run(process.execPath, ...args);
