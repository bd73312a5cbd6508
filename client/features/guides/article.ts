import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import { REASON_ADVICE } from './reason-advice.ts';

/** A written page as data: guides, author resources, and the pages about Deckle itself. One renderer (ArticlePage.tsx) shows them all. */

/**
 * Text may hold [links](/path), **strong** and *emphasised* words, and {email} for the support address (inline.ts).
 */
export type Text = string;

export type LinkItem = { to: string; label: string; text?: Text };

export type Table = {
  caption: string;
  head: readonly string[];
  /** The first cell of each row is its header. */
  rows: readonly (readonly Text[])[];
};

/** A plain text is a paragraph; every other block is named by its only key, beside titles. */
export type Block =
  | Text
  | { heading: string }
  | { steps: readonly Text[] }
  | { list: readonly Text[] }
  | { checklist: readonly Text[]; title: string }
  | { terms: readonly (readonly [term: string, meaning: Text])[] }
  | { table: Table }
  | { note: Text; title?: string }
  /** Words to copy or to learn from: a blurb, a mail, a plan. Empty lines part its paragraphs. */
  | { sample: string; label: string }
  | { links: readonly LinkItem[] }
  /** What a click costs today in these categories, by slug (RatesTable.tsx). */
  | { rates: readonly string[]; caption: string }
  /** What these codes mean, how to mend it, and when the book may come back (ReasonList.tsx). */
  | { reasons: readonly ReasonCode[] };

export type Section = { id: string; title: string; blocks: readonly Block[] };

export type Article = {
  path: string;
  /** For the tab and for search results. */
  title: string;
  description: string;
  heading: string;
  lead: Text;
  /** The day the text was last looked through, 'YYYY-MM-DD'. */
  updated: string;
  sections: readonly Section[];
  related: readonly LinkItem[];
};

const WORDS_PER_MINUTE = 220;

export const readingMinutes = (article: Article) => Math.max(1, Math.round(wordCount(article) / WORDS_PER_MINUTE));

export const wordCount = (article: Article) =>
  article.sections
    .flatMap(({ title, blocks }) => [title, ...blocks.flatMap(textsOf)])
    .concat(article.lead)
    .map((text) => plainText(text).split(/\s+/).filter(isWord).length)
    .reduce((sum, words) => sum + words, 0);

const isWord = (token: string) => /[\p{L}\p{N}]/u.test(token);

/** Every text of a block in the order of reading. */
export function textsOf(block: Block): Text[] {
  if (typeof block === 'string') return [block];
  if ('heading' in block) return [block.heading];
  if ('steps' in block) return [...block.steps];
  if ('list' in block) return [...block.list];
  if ('checklist' in block) return [block.title, ...block.checklist];
  if ('terms' in block) return block.terms.flat();
  if ('table' in block) return [block.table.caption, ...block.table.head, ...block.table.rows.flat()];
  if ('note' in block) return [block.title ?? '', block.note];
  if ('sample' in block) return [block.label, block.sample];
  if ('links' in block) return block.links.flatMap(({ label, text = '' }) => [label, text]);
  if ('reasons' in block)
    return block.reasons.flatMap((code) => [REASONS[code].explanation, REASON_ADVICE[code].advice]);
  return [block.caption];
}

/** Without the marks of inline.ts. */
const plainText = (text: Text) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('*', '');
