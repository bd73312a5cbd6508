/**
 * Checks that every external number in a guide has a source, that every source is cited, and that dates are plausible
 * (docs/decisions/0096-date-each-source.md).
 */
import type { Token } from 'markdown-it';
import { splitFrontMatter } from '#server/platform/front-matter.ts';
import { pathOf } from './article.ts';
import { type PageMatter, readMatter } from './front-matter.ts';
import { markdown } from './markdown.ts';

type Problem = { line: number; message: string };
export type Report = {
  path: string;
  kind: PageMatter['kind'];
  problems: Problem[];
  /** Addresses of the sources that the text cites. */
  links: string[];
  pictures: number;
  downloads: number;
  unverified: { url: string; why: 'undated' | 'unopened' }[];
};

/** Stores, services, networks, and authorities. A number next to one of them needs a source. */
const EXTERNAL_NAMES =
  /\b(Amazon|KDP|Kindle|Kobo|Apple|Google|Barnes & Noble|Draft2Digital|BookBub|Goodreads|NetGalley|BookSirens|Booksprout|Hidden Gems|StoryOrigin|BookFunnel|Facebook|Instagram|TikTok|BookTok|Reddit|r\/\w+|Substack|Patreon|Royal Road|Freebooksy|Bargain Booksy|Robin Reads|Book Cave|Written Word Media|Circana|BookScan|FTC|Kirkus|Little Free Librar(y|ies)|Bowker|Mailchimp|MailerLite)\b/;
const NUMBER_WORDS =
  'two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million';
const NUMBER = new RegExp(`\\d|\\b(${NUMBER_WORDS})\\b`, 'i');
/** Years, percentages, and prices in pounds are always claims. */
const CLAIM = /\b(19|20)\d\d\b|\d%|£\d/;
/** Words that mark a number as our own assumption. */
const ASSUMPTION = /\b(suppose|supposing|imagine|say)\b/i;
/** Blocks with assumed numbers or with text to copy. */
const ASSUMED_BLOCKS = /^container_(example|sample)_/;

/** Reads one file of content/. `today` is 'YYYY-MM-DD'. */
export function checkContent(file: string, source: string, today: string): Report {
  const { data, body, firstLine } = splitFrontMatter(file, source);
  const { kind, sources, checked, updated, downloads, related } = readMatter(file, data);
  const texts = textsOf(markdown.parse(body, {}));
  const problems: Problem[] = [];
  const add = (line: number, message: string) => problems.push({ line, message });

  const cited = new Set<string>();
  for (const { text, line } of texts)
    for (const [, name] of text.matchAll(/:src\[([\w.-]+)\]/g)) {
      cited.add(name!);
      if (!sources[name!]) add(line + firstLine, `no source is called “${name}”`);
    }
  for (const name of Object.keys(sources)) if (!cited.has(name)) add(1, `the text never cites “${name}”`);
  const linked = [...body.matchAll(/\]\((https?:[^)\s]+)/g)].map(([, url]) => url!);
  const sourceUrls = Object.values(sources).map(({ url }) => url);
  for (const url of [...linked, ...related.map(({ to }) => to).filter((to) => to.startsWith('http'))])
    if (!sourceUrls.includes(url)) add(1, `${url} isn’t among the sources`);

  const months = Object.values(sources).flatMap(({ as_of }) => as_of ?? []);
  const newest = months.sort().at(-1);
  if (months.some((month) => month > today.slice(0, month.length))) add(1, 'a source’s as_of month is in the future');
  if (checked && (!newest || checked > newest.padEnd(7, '-12')))
    add(1, `checked ${checked} is later than the newest source (${newest ?? 'none'})`);
  if (newest && !checked) add(1, 'has sources but no month in “checked”');
  if (updated > today) add(1, `updated ${updated} is in the future`);
  if (kind === 'guide')
    for (const { text, line, isAssumed, isSourced } of texts)
      if (!isAssumed && !isSourced && isExternalClaim(text))
        add(line + firstLine, `claim without a source: “${truncate(text)}”`);

  return {
    path: pathOf(file),
    kind,
    problems,
    links: [...new Set([...cited].flatMap((name) => sources[name]?.url ?? []))],
    pictures: body.match(/!\[/g)?.length ?? 0,
    downloads: downloads.length,
    unverified: Object.values(sources).flatMap(({ url, unverified }) => (unverified ? [{ url, why: unverified }] : [])),
  };
}

function isExternalClaim(text: string) {
  const words = text.replace(/:fact\[[^\]]*\]|\]\([^)]*\)|\{#[\w-]+\}/g, ' ');
  if (ASSUMPTION.test(words)) return false;
  return (
    CLAIM.test(words) ||
    (EXTERNAL_NAMES.test(words) && NUMBER.test(words.replace(new RegExp(EXTERNAL_NAMES, 'g'), ' ')))
  );
}

type Text = { text: string; line: number; isAssumed: boolean; isSourced: boolean };

/** Paragraphs, list items, and table cells. A source in a table's caption or any cell covers the table. */
function textsOf(tokens: readonly Token[]): Text[] {
  const texts: Text[] = [];
  let depth = 0;
  let line = 0;
  let table: { from: number; isSourced: boolean } | null = null;
  let item: number | null = null;
  tokens.forEach(({ type, nesting, info, content, map }) => {
    line = map?.[0] ?? line;
    if (ASSUMED_BLOCKS.test(type)) depth += nesting;
    if (type === 'container_table_open') {
      table = { from: texts.length, isSourced: info.includes(':src[') };
      texts.push({ text: info.replace(/^ *table/, ''), line, isAssumed: depth > 0, isSourced: table.isSourced });
    }
    if (type === 'list_item_open') item = texts.length;
    if (type === 'inline') {
      const isSourced = content.includes(':src[');
      texts.push({ text: content, line, isAssumed: depth > 0, isSourced });
      if (isSourced && item !== null) for (const text of texts.slice(item)) text.isSourced = true;
      if (table && isSourced) table.isSourced = true;
    }
    if (type === 'list_item_close') item = null;
    if (type === 'container_table_close') {
      if (table?.isSourced) for (const text of texts.slice(table.from)) text.isSourced = true;
      table = null;
    }
  });
  return texts;
}

const truncate = (text: string) => (text.length > 90 ? `${text.slice(0, 90)}…` : text);
