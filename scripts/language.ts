/**
 * Checks the wording and spelling of comments, strings, and docs. `node scripts/language.ts` checks FILES except
 * SKIPPED and PENDING (scripts/language-table.ts). `npm run language -- client docs` checks only the files in those
 * folders, PENDING included; it also takes single files. Lists file:line; exit code 1 if there is a violation.
 */
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob, relative } from 'node:path';
import { getDefaultBundledSettingsAsync, getDictionary, mergeSettings } from 'cspell-lib';
import { parseSync } from 'vite';
import { FIXED_TEXTS, PENDING, RULES, SKIPPED } from './language-table.ts';

const FILES = [
  '*.ts',
  '{client,prisma,scripts,server,shared,tests}/**/*.{ts,tsx,mjs}',
  '{content,docs}/**/*.md',
  '*.md',
];
const WORDS = 'scripts/words.txt';

type Kind = 'comments' | 'strings';
type Prose = { kind: Kind; text: string; line: number };
export type Violation = { path: string; line: number; rule: string; message: string };

/** Every violation in a file. `isWord` knows correctly spelled words. */
export function violationsIn(path: string, source: string, isWord: (word: string) => boolean): Violation[] {
  const prose = path.endsWith('.md') ? markdownOf(source) : codeProseOf(path, source);
  return prose.flatMap(({ kind, text, line }) => {
    const violations: Violation[] = [];
    const add = (rule: string, message: string, at: number) =>
      violations.push({ path, rule, message, line: line + text.slice(0, at).split('\n').length - 1 });
    for (const rule of RULES) {
      if (rule.only && rule.only !== kind) continue;
      if (rule.in && !rule.in.some((glob) => matchesGlob(path, glob))) continue;
      for (const { 0: words, index } of text.matchAll(rule.pattern))
        add(rule.name, `“${words}”: ${rule.better} (${rule.because})`, index);
    }
    for (const { 0: word, index } of text.matchAll(
      /(?<![\p{L}\w@#$/.’'-])[A-Za-z][a-z]+(?:[’'][a-z]+)?(?![\p{L}\w/’']|\.\w)/gu,
    ))
      if (!isWord(word.replace('’', "'")) && !isWord(word.replace(/[’']s$/, ''))) add('spelling', `“${word}”`, index);
    return violations;
  });
}

/** Removes fixed texts. Replaces names, code, addresses, and quoted single words with spaces; keeps line breaks. */
const withoutNames = (text: string) =>
  FIXED_TEXTS.reduce((rest, fixed) => rest.replaceAll(fixed, ''), text)
    .replace(/`[^`]*`|\$\{[^}]*\}|<[^>]*>|https?:\S+|\S+@\S+|\{@?\w+\}/g, (name) => name.replace(/[^\n]/g, ' '))
    .replace(/“[^”\n]{0,60}”|"[^"\n]{0,60}"/g, (quote) => (quote.includes(' ') ? quote : ' '.repeat(quote.length)));

const TITLE_FUNCTIONS = /^(it|describe|test)$/;

function codeProseOf(path: string, source: string): Prose[] {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length) throw new Error(`${path} can’t be read: ${errors[0]!.message}`);
  const starts = lineStarts(source);
  const prose: Prose[] = [];
  const add = (kind: Kind, text: string, at: number) =>
    prose.push({ kind, text: withoutNames(text), line: lineAt(starts, at) });
  for (const { value, start } of comments) {
    const text = value.replace(/^[*\s]*/, '');
    const isDirective = /^(biome-ignore|@|\/ <)/.test(text);
    if (!isDirective)
      add('comments', text.replace(/^[ \t]*\*/gm, ' '), start + '//'.length + value.length - text.length);
  }
  const isTest = /\.test\.tsx?$|^tests\//.test(path);
  walk(program as unknown as Node, isTest, (text, at) => isSentence(text) && add('strings', text, at));
  return prose;
}

/** Visible strings of a file: sentences, text of markup, and labels, with '…' for each value. */
export function stringsIn(path: string, source: string): { line: number; text: string }[] {
  const starts = lineStarts(source);
  const strings: { line: number; text: string }[] = [];
  walk(parseSync(path, source).program as unknown as Node, false, (raw, at) => {
    const text = raw.replace(/\s+/g, ' ').trim();
    if (isSentence(text) || /^[A-Z][a-z’-]+[.!?:]?( …)?$/.test(text)) strings.push({ line: lineAt(starts, at), text });
  });
  return strings;
}

type Node = { type: string; start: number; [key: string]: unknown };

/**
 * Calls `visit` for each string outside imports, tagged templates, and types; in tests, only for titles, because other
 * strings are data.
 */
function walk(node: Node, isTest: boolean, visit: (text: string, at: number) => void) {
  if (['ImportDeclaration', 'TaggedTemplateExpression', 'TSLiteralType'].includes(node.type)) return;
  const isTitle = node.type === 'CallExpression' && TITLE_FUNCTIONS.test(nameOf(node.callee as Node));
  if (!isTest || isTitle) {
    for (const part of isTitle && isTest ? (node.arguments as Node[]).slice(0, 1) : [node]) {
      if (part.type === 'Literal' && typeof part.value === 'string') visit(unquote(part.raw as string), part.start);
      if (part.type === 'JSXText') visit(part.value as string, part.start);
      if (part.type === 'TemplateLiteral')
        visit(
          unquote((part.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')),
          part.start,
        );
    }
  }
  for (const child of Object.values(node).flat())
    if (child && typeof (child as Node).type === 'string') walk(child as Node, isTest, visit);
}

/** Source text of a string without its quotes; an escaped line break doesn't count as a line. */
const unquote = (raw: string) =>
  raw
    .replace(/^['"]|['"]$/g, '')
    .replace(/\\(['"`])/g, '$1')
    .replace(/\\./g, ' ');

const nameOf = (callee: Node): string =>
  (callee.name as string) ??
  (callee.object ? nameOf(callee.object as Node) : callee.callee ? nameOf(callee.callee as Node) : '');

/** False for names, class lists, SQL, styles, and markup. */
const isSentence = (text: string) =>
  /[A-Za-z]{2,}[,:]? [A-Za-z]/.test(text) &&
  !/^[a-z]+ [a-z]+$/.test(text) &&
  !/^\s*[([]?(select|insert into|update|delete from|with|from|where|and|or|union|order by|group by|case|set|copy|create|alter|lock|begin|savepoint|release|rollback|join|left join|cross join|lateral|exists|not exists)\b/.test(
    text,
  ) &&
  !/^[^A-Z]*\b(select|from|where) [a-z_.]+[ ,(]|[a-z_]+\.[a-z_]+ =|;base64|\bis null\b|\{[a-z-]+:|^(dk-|[MmLlHhVvZz\d. -]+$)/.test(
    text,
  );

function markdownOf(source: string): Prose[] {
  const text = source
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/^ {4}.*$/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
    // Names in content/: of facts, sources, and categories.
    .replace(/:(fact|src|data)\[[^\]]*\]|^:::rates .*$|^ {2}[a-z\d-]+:$/gm, '');
  return [...text.matchAll(/(?:^.*\S.*\n?)+/gm)].flatMap(({ 0: block, index }) => ({
    kind: 'strings',
    text: withoutNames(block),
    line: text.slice(0, index).split('\n').length,
  }));
}

const lineStarts = (source: string) => [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
const lineAt = (starts: readonly number[], at: number) => {
  const next = starts.findIndex((start) => start > at);
  return next < 0 ? starts.length : next;
};

/** The American dictionary with software terms and the project's own words. */
export async function loadDictionary(): Promise<(word: string) => boolean> {
  const words = readFileSync(WORDS, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const known = new Map<string, boolean>();
  const dictionary = await getDictionary(
    mergeSettings(await getDefaultBundledSettingsAsync(), {
      language: 'en-US',
      dictionaries: ['en_us', 'softwareTerms'],
      words,
    }),
  );
  return (word) => {
    if (!known.has(word)) known.set(word, dictionary.has(word, { ignoreCase: true }));
    return known.get(word)!;
  };
}

/** True if no roots are given, or one of them is the path or contains it. A root may be 'client' or './client/'. */
export const isWithin = (path: string, roots: readonly string[]) =>
  !roots.length ||
  roots.map((root) => relative('', root)).some((root) => root === '' || path === root || path.startsWith(`${root}/`));

if (import.meta.main) {
  const requested = process.argv.slice(2);
  const skipped = requested.length ? SKIPPED : [...SKIPPED, ...PENDING];
  const paths = globSync(FILES)
    .filter((path) => isWithin(path, requested) && !skipped.some((glob) => matchesGlob(path, glob)))
    .sort();
  const isWord = await loadDictionary();
  const violations = paths.flatMap((path) => violationsIn(path, readFileSync(path, 'utf8'), isWord));
  for (const { path, line, rule, message } of violations) console.log(`${path}:${line} ${rule}: ${message}`);
  const counts = Object.entries(Object.groupBy(violations, ({ rule }) => rule)).map(
    ([rule, all]) => `${rule} ${all!.length}`,
  );
  console.log(
    `language: ${paths.length} files, ${violations.length || 'no'} violations${counts.length ? ` (${counts.join(', ')})` : ''}`,
  );
  process.exitCode = violations.length ? 1 : 0;
}
