/**
 * Checks the import rules (docs/architecture.md): `node scripts/import-rules.ts` reads the files of FILES and lists
 * violations as file:line; exit code 1 if there is one. The rules are in scripts/import-rules-table.ts. See
 * docs/decisions/0086-own-import-rules.md.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import {
  BARRELS,
  CLIENT_ENTRIES,
  IMPORT_RULES,
  LAYERS,
  RESTRICTED_GLOBALS,
  RESTRICTED_MODULES,
  RULES,
  TESTS,
  TYPES_OUTSIDE_CYCLES,
} from './import-rules-table.ts';

const FILES = ['{client,prisma,scripts,server,shared,tests}/**/*.{ts,tsx,mjs}'];
const GENERATED = 'prisma/generated/';
const ALIASES = {
  '#server/': 'server/',
  '#shared/': 'shared/',
  '#client/': 'client/',
  '#prisma': `${GENERATED}client.ts`,
};

export type Source = { path: string; text: string };
type Violation = { path: string; line: number; message: string };
/** `to` is a path in this repository or, for a package, 'package zod'. */
type Import = { to: string; line: number; isTypeOnly: boolean };
type File = { path: string; imports: Import[]; globals: { word: keyof typeof RESTRICTED_GLOBALS; line: number }[] };

/** Violations in a tree, sorted by path and line. */
export function importViolations(sources: readonly Source[]): Violation[] {
  const files = sources.map(parseFile);
  return [
    ...files.flatMap(disallowedImports),
    ...files.flatMap(restrictedImports),
    ...files.flatMap(restrictedGlobals),
    ...files.flatMap(barrelFiles),
    ...fileCycles(files),
    ...folderCycles(files),
  ].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

function disallowedImports({ path, imports }: File): Violation[] {
  const rule = IMPORT_RULES.find(({ from }) => matches(path, from));
  if (!rule) return [{ path, line: 1, message: 'isn’t in a folder that the import rules cover' }];
  return imports.flatMap(({ to, line, isTypeOnly }) => {
    const allowed = isTypeOnly ? [...rule.may, ...(rule.types ?? [])] : rule.may;
    const isAllowed = to.startsWith('package ')
      ? !rule.packages || rule.packages.includes(to.slice(8)) || allowed.includes(to.slice(8))
      : allowed.some((pattern) => isWithin(to, path, pattern));
    return isAllowed
      ? []
      : [{ path, line, message: `must not import ${to}${isTypeOnly ? ', not even its types' : ''}` }];
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
      return layerOf(to) > layerOf(path);
    case 'below presenters':
      return layerOf(to) > layerOf(path) && to.endsWith('/presenter.ts');
    case 'own feature':
      return folderOf(to) !== undefined && folderOf(to) === folderOf(path);
    case 'entry files':
      return CLIENT_ENTRIES.includes(to);
    default:
      return matches(to, [pattern]);
  }
}

const layerOf = (path: string) => LAYERS.findIndex((layer) => layer.some((name) => path.startsWith(`server/${name}/`)));

const restrictedImports = ({ path, imports }: File): Violation[] =>
  imports.flatMap(({ to, line, isTypeOnly }) =>
    RESTRICTED_MODULES.filter(({ to: restricted }) => matches(to, [restricted]))
      .filter(({ only, types }) => !matches(path, only) && !(isTypeOnly && matches(path, types ?? [])))
      .map(({ only }) => ({
        path,
        line,
        message: `${to} ${only.length ? `may be imported only by ${only.join(', ')}` : 'must not be imported'}`,
      })),
  );

const restrictedGlobals = ({ path, globals }: File): Violation[] =>
  globals
    .filter(({ word }) => !matches(path, RESTRICTED_GLOBALS[word]))
    .map(({ word, line }) => ({
      path,
      line,
      message: `${word} is allowed only in ${RESTRICTED_GLOBALS[word].join(', ')}`,
    }));

const barrelFiles = ({ path }: File): Violation[] =>
  matches(path, BARRELS.forbidden) && !matches(path, BARRELS.except)
    ? [{ path, line: 1, message: 'is a barrel file; import the modules directly' }]
    : [];

/**
 * Reports import cycles once, at their first file. A cycle that shares files with another may be reported only after
 * that one is fixed.
 */
function fileCycles(files: readonly File[]): Violation[] {
  const filesByPath = new Map(files.map((file) => [file.path, file]));
  const importsFrom = (path: string) =>
    filesByPath
      .get(path)!
      .imports.filter(
        ({ to, isTypeOnly }) => filesByPath.has(to) && !(isTypeOnly && matches(to, TYPES_OUTSIDE_CYCLES)),
      );
  return files.flatMap(({ path }) => {
    const cycle = cycleThrough(path, (from) => importsFrom(from).map(({ to }) => to));
    if (!cycle || cycle.some((other) => other < path)) return [];
    const { line } = importsFrom(path).find(({ to }) => to === cycle[1])!;
    return [{ path, line, message: `is in a cycle: ${cycle.join(' → ')}` }];
  });
}

/**
 * Reports server folders and client features that depend on each other. Tests and types don't count.
 */
function folderCycles(files: readonly File[]): Violation[] {
  const dependencies = new Map<string, Map<string, { path: string; line: number }>>();
  for (const { path, imports } of files) {
    const folder = folderOf(path);
    if (!folder || matches(path, TESTS)) continue;
    for (const { to, line, isTypeOnly } of imports) {
      const other = folderOf(to);
      if (isTypeOnly || !other || other === folder) continue;
      const imported = dependencies.get(folder) ?? new Map();
      if (!imported.has(other)) imported.set(other, { path, line });
      dependencies.set(folder, imported);
    }
  }
  return [...dependencies.keys()].flatMap((folder) => {
    const cycle = cycleThrough(folder, (from) => [...(dependencies.get(from)?.keys() ?? [])]);
    if (!cycle || cycle.some((other) => other < folder)) return [];
    return [
      { ...dependencies.get(folder)!.get(cycle[1]!)!, message: `closes a cycle of folders: ${cycle.join(' → ')}` },
    ];
  });
}

const folderOf = (path: string) => /^(server|client\/features)\/[\w-]+(?=\/)/.exec(path)?.[0];

/** The shortest path from a file or folder back to itself, if there is one. */
function cycleThrough(path: string, importsFrom: (path: string) => string[]): string[] | undefined {
  const reached = new Set<string>();
  const paths = [[path]];
  for (const steps of paths) {
    for (const to of importsFrom(steps.at(-1)!)) {
      if (to === path) return [...steps, path];
      if (!reached.has(to)) paths.push([...steps, to]);
      reached.add(to);
    }
  }
  return undefined;
}

/**
 * Imports of a file: paths in this repository, and packages as 'package zod'. Type imports are included only on
 * request.
 */
export const importsOf = (source: Source, { types = false } = {}): string[] =>
  parseFile(source)
    .imports.filter(({ isTypeOnly }) => types || !isTypeOnly)
    .map(({ to }) => to);

/** Parses a file's imports (types and values, static and dynamic), and its uses of restricted globals and `Deps`. */
function parseFile({ path, text }: Source): File {
  const { program, errors } = parseSync(path, text);
  if (errors.length) throw new Error(`${path} cannot be read: ${errors[0]!.message}`);
  const file: File = { path, imports: [], globals: [] };
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  walk(program, (node) => {
    const line = lineAt(node.start);
    const specifier = specifierOf(node);
    if (specifier) file.imports.push({ to: resolve(path, specifier), line, isTypeOnly: importsOnlyTypes(node) });
    const word = globalOf(node);
    if (word) file.globals.push({ word, line });
  });
  return file;
}

// biome-ignore lint/suspicious/noExplicitAny: the syntax tree has too many node types to declare
type Node = { type: string; start: number; [key: string]: any };

function walk(value: unknown, visit: (node: Node) => void) {
  if (Array.isArray(value)) for (const child of value) walk(child, visit);
  else if (value && typeof value === 'object') {
    if ('type' in value && 'start' in value) visit(value as Node);
    for (const child of Object.values(value)) walk(child, visit);
  }
}

const IMPORTS = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
];
function specifierOf({ type, source, callee, arguments: args }: Node): string | undefined {
  if (type === 'CallExpression' && callee.name === 'require') return args[0]?.value;
  if (!IMPORTS.includes(type)) return undefined;
  if (source?.type === 'TemplateLiteral') return source.quasis.length === 1 ? source.quasis[0].value.cooked : undefined;
  return typeof source?.value === 'string' ? source.value : undefined;
}

/** `import { type A }` isn't a type-only import: it loads the file at run time. */
const importsOnlyTypes = ({ type, importKind, exportKind }: Node) =>
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
function globalOf(node: Node): keyof typeof RESTRICTED_GLOBALS | undefined {
  const { type, object, property, callee, init, id, typeAnnotation } = node;
  const member = property?.name ?? property?.value;
  if (type === 'MemberExpression' && object.name === 'process' && member === 'env') return 'process.env';
  if (type === 'VariableDeclarator' && init?.name === 'process' && id.type === 'ObjectPattern') return 'process.env';
  if (type === 'ImportDeclaration' && NODE_PROCESS.includes(node.source.value)) return 'process.env';
  if (type === 'MemberExpression' && object.name === 'Date' && member === 'now') return 'Date.now()';
  if (type === 'NewExpression' && callee.name === 'Date' && !node.arguments.length) return 'new Date()';
  if (type === 'CallExpression' && callee.name === 'Date') return 'new Date()';
  if (type === 'TSTypeAnnotation' && typeAnnotation.typeName?.name === 'Deps') return 'deps: Deps';
  return undefined;
}

const patterns = new Map<string, RegExp>();

/** `*` matches within one path segment, `**` across any number. */
const matches = (path: string, globs: readonly string[]) =>
  globs.some((glob) => {
    const pattern =
      patterns.get(glob) ??
      new RegExp(`^${glob.split('**').map(segmentPattern).join('.*').replaceAll('.*/', '(.*/)?')}$`);
    patterns.set(glob, pattern);
    return pattern.test(path);
  });
const segmentPattern = (glob: string) => glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');

if (import.meta.main) {
  const paths = globSync(FILES).filter((path) => !path.startsWith(GENERATED));
  const violations = importViolations(paths.sort().map((path) => ({ path, text: readFileSync(path, 'utf8') })));
  for (const { path, line, message } of violations) console.log(`${path}:${line} ${message}`);
  console.log(`import rules: ${paths.length} files, ${violations.length || 'no'} violations`);
  process.exitCode = violations.length ? 1 : 0;
}
