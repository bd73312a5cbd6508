/**
 * Checks the import rules (docs/architecture.md): `node scripts/laws.ts` reads every file and lists each violation as
 * file:line; exit code 1 if there is one. The rules are in scripts/laws-table.ts.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import {
  BARRELS,
  CLIENT_ENTRIES,
  DOORS,
  FLOORS,
  ROOMS,
  RULES,
  TESTS,
  TYPES_OUTSIDE_CYCLES,
  WORDS,
} from './laws-table.ts';

const FILES = ['{client,prisma,scripts,server,shared,tests}/**/*.{ts,tsx,mjs}'];
const GENERATED = 'prisma/generated/';
const ALIASES = {
  '#server/': 'server/',
  '#shared/': 'shared/',
  '#client/': 'client/',
  '#prisma': `${GENERATED}client.ts`,
};

export type Source = { path: string; text: string };
type Violation = { path: string; line: number; law: string };
/** `to` is a path in this repository or 'package name'. */
type Import = { to: string; line: number; typeOnly: boolean };
type File = { path: string; imports: Import[]; words: { word: keyof typeof WORDS; line: number }[] };

/** Every violation in a tree, in the order of its files. */
export function brokenLaws(sources: readonly Source[]): Violation[] {
  const files = sources.map(readFile);
  return [
    ...files.flatMap(brokenArrows),
    ...files.flatMap(brokenDoors),
    ...files.flatMap(forbiddenWords),
    ...files.flatMap(barrels),
    ...cycles(files),
    ...folderCycles(files),
  ].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

function brokenArrows({ path, imports }: File): Violation[] {
  const room = ROOMS.find(({ from }) => matches(path, from));
  if (!room) return [{ path, line: 1, law: 'is in no listed folder' }];
  return imports.flatMap(({ to, line, typeOnly }) => {
    const allowed = typeOnly ? [...room.may, ...(room.types ?? [])] : room.may;
    const isFine = to.startsWith('package ')
      ? !room.packages || room.packages.includes(to.slice(8)) || allowed.includes(to.slice(8))
      : allowed.some((pattern) => isWithin(to, path, pattern));
    return isFine ? [] : [{ path, line, law: `may not import ${to}${typeOnly ? ', not even its types' : ''}` }];
  });
}

/** True if `to` matches a table entry's pattern, relative to `path`. */
function isWithin(to: string, path: string, pattern: string): boolean {
  const own = path.split('/').slice(0, 2).join('/');
  switch (pattern) {
    case 'own':
      return to.startsWith(`${own}/`);
    case 'own rules':
      return matches(
        to,
        RULES.map((rule) => `${own}/${rule}.ts`),
      );
    case 'below':
      return floorOf(to) > floorOf(path);
    case 'below presenters':
      return floorOf(to) > floorOf(path) && to.endsWith('/presenter.ts');
    case 'own feature':
      return folderOf(to) !== undefined && folderOf(to) === folderOf(path);
    case 'entry files':
      return CLIENT_ENTRIES.includes(to);
    default:
      return matches(to, [pattern]);
  }
}

const floorOf = (path: string) => FLOORS.findIndex((floor) => floor.some((name) => path.startsWith(`server/${name}/`)));

const brokenDoors = ({ path, imports }: File): Violation[] =>
  imports.flatMap(({ to, line, typeOnly }) =>
    DOORS.filter(({ to: door }) => matches(to, [door]))
      .filter(({ only, types }) => !matches(path, only) && !(typeOnly && matches(path, types ?? [])))
      .map(({ only }) => ({ path, line, law: `${to} is imported only by ${only.join(', ') || 'nobody'}` })),
  );

const forbiddenWords = ({ path, words }: File): Violation[] =>
  words
    .filter(({ word }) => !matches(path, WORDS[word]))
    .map(({ word, line }) => ({ path, line, law: `${word} is allowed only in ${WORDS[word].join(', ')}` }));

const barrels = ({ path }: File): Violation[] =>
  matches(path, BARRELS.forbidden) && !matches(path, BARRELS.but) ? [{ path, line: 1, law: 'is a barrel' }] : [];

/** Each import cycle once, at its first file. */
function cycles(files: readonly File[]): Violation[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const arrowsOf = (path: string) =>
    known
      .get(path)!
      .imports.filter(({ to, typeOnly }) => known.has(to) && !(typeOnly && matches(to, TYPES_OUTSIDE_CYCLES)));
  return files.flatMap(({ path }) => {
    const circle = circleThrough(path, (from) => arrowsOf(from).map(({ to }) => to));
    if (!circle || circle.some((other) => other < path)) return [];
    const { line } = arrowsOf(path).find(({ to }) => to === circle[1])!;
    return [{ path, line, law: `is in a cycle: ${circle.join(' → ')}` }];
  });
}

/**
 * Finds server folders and client features that depend on each other, which could only be understood together. Tests
 * and types don't count.
 */
function folderCycles(files: readonly File[]): Violation[] {
  const needs = new Map<string, Map<string, { path: string; line: number }>>();
  for (const { path, imports } of files) {
    const folder = folderOf(path);
    if (!folder || matches(path, TESTS)) continue;
    for (const { to, line, typeOnly } of imports) {
      const other = folderOf(to);
      if (typeOnly || !other || other === folder) continue;
      const known = needs.get(folder) ?? new Map();
      if (!known.has(other)) known.set(other, { path, line });
      needs.set(folder, known);
    }
  }
  return [...needs.keys()].flatMap((folder) => {
    const circle = circleThrough(folder, (from) => [...(needs.get(from)?.keys() ?? [])]);
    if (!circle || circle.some((other) => other < folder)) return [];
    return [{ ...needs.get(folder)!.get(circle[1]!)!, law: `closes a cycle of folders: ${circle.join(' → ')}` }];
  });
}

const folderOf = (path: string) => /^(server|client\/features)\/[\w-]+(?=\/)/.exec(path)?.[0];

/** The shortest path from a file back to itself. */
function circleThrough(path: string, arrowsOf: (path: string) => string[]): string[] | undefined {
  const reached = new Set<string>();
  const ways = [[path]];
  for (const way of ways) {
    for (const to of arrowsOf(way.at(-1)!)) {
      if (to === path) return [...way, path];
      if (!reached.has(to)) ways.push([...way, to]);
      reached.add(to);
    }
  }
  return undefined;
}

/** A file's imports: paths in this repository, and 'package name'. Types are only included on request. */
export const importsOf = (source: Source, { types = false } = {}): string[] =>
  readFile(source)
    .imports.filter(({ typeOnly }) => types || !typeOnly)
    .map(({ to }) => to);

/** Parses a file's imports (types and values, static and dynamic) and its uses of restricted globals. */
function readFile({ path, text }: Source): File {
  const { program, errors } = parseSync(path, text);
  if (errors.length) throw new Error(`${path} cannot be read: ${errors[0]!.message}`);
  const file: File = { path, imports: [], words: [] };
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  walk(program, (node) => {
    const line = lineAt(node.start);
    const specifier = specifierOf(node);
    if (specifier) file.imports.push({ to: resolve(path, specifier), line, typeOnly: isTypeOnly(node) });
    const word = wordOf(node);
    if (word) file.words.push({ word, line });
  });
  return file;
}

// biome-ignore lint/suspicious/noExplicitAny: the syntax tree has too many node types to declare
type Node = { type: string; start: number; [key: string]: any };

function walk(value: unknown, visit: (node: Node) => void) {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (value && typeof value === 'object') {
    if ('type' in value && 'start' in value) visit(value as Node);
    for (const one of Object.values(value)) walk(one, visit);
  }
}

const IMPORTS = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
];
function specifierOf({ type, source, callee, arguments: given }: Node): string | undefined {
  if (type === 'CallExpression' && callee.name === 'require') return given[0]?.value;
  if (!IMPORTS.includes(type)) return undefined;
  if (source?.type === 'TemplateLiteral') return source.quasis.length === 1 ? source.quasis[0].value.cooked : undefined;
  return typeof source?.value === 'string' ? source.value : undefined;
}

/** `import { type A }` doesn't count: it loads the file at run time. */
const isTypeOnly = ({ type, importKind, exportKind }: Node) =>
  type === 'TSImportType' || importKind === 'type' || exportKind === 'type';

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const alias = Object.entries(ALIASES).find(([name]) => specifier.startsWith(name));
  if (alias) return alias[1] + specifier.slice(alias[0].length);
  return `package ${specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')}`;
}

const NODE_PROCESS = ['process', 'node:process'];
function wordOf(node: Node): keyof typeof WORDS | undefined {
  const { type, object, property, callee, init, id } = node;
  const named = property?.name ?? property?.value;
  if (type === 'MemberExpression' && object.name === 'process' && named === 'env') return 'process.env';
  if (type === 'VariableDeclarator' && init?.name === 'process' && id.type === 'ObjectPattern') return 'process.env';
  if (type === 'ImportDeclaration' && NODE_PROCESS.includes(node.source.value)) return 'process.env';
  if (type === 'MemberExpression' && object.name === 'Date' && named === 'now') return 'Date.now()';
  if (type === 'NewExpression' && callee.name === 'Date' && !node.arguments.length) return 'new Date()';
  if (type === 'CallExpression' && callee.name === 'Date') return 'new Date()';
  return undefined;
}

const patterns = new Map<string, RegExp>();

/** `*` matches one path segment, `**` any number. */
const matches = (path: string, globs: readonly string[]) =>
  globs.some((glob) => {
    const known =
      patterns.get(glob) ?? new RegExp(`^${glob.split('**').map(ofOneFolder).join('.*').replaceAll('.*/', '(.*/)?')}$`);
    patterns.set(glob, known);
    return known.test(path);
  });
const ofOneFolder = (glob: string) => glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');

if (import.meta.main) {
  const paths = globSync(FILES).filter((path) => !path.startsWith(GENERATED));
  const broken = brokenLaws(paths.sort().map((path) => ({ path, text: readFileSync(path, 'utf8') })));
  for (const { path, line, law } of broken) console.log(`${path}:${line} ${law}`);
  console.log(`import rules: ${paths.length} files, ${broken.length || 'no'} violations`);
  process.exitCode = broken.length ? 1 : 0;
}
