/** Reads the text that authors paste to identify books: store links, ASINs, and ISBNs, single or in a list. */
import { STORES, type Store } from './business.ts';
import { isStoreUrl } from './stores.ts';

export type PastedIdentifiers = {
  /** Without duplicates, in the order pasted. */
  asins: string[];
  isbns: string[];
  /** The first link to each store, without tracking parameters. */
  links: { [store in Store]?: string };
  /** The remaining parts. */
  unknown: string[];
};

/** The ASIN in the path of an Amazon page: /dp/B0…, /gp/product/B0…, /Some-Title/dp/B0…/ref=… */
const ASIN_IN_PATH = /\/(?:dp|gp\/product|gp\/aw\/d|product|asin|ebook\/dp)\/([a-z0-9]{10})(?=[/?]|$)/i;
/** An ebook's ASIN; a print book's is its ISBN-10. */
const ASIN = /^B[0-9A-Z]{9}$/;

export function readPasted(text: string): PastedIdentifiers {
  const pasted: PastedIdentifiers = { asins: [], isbns: [], links: {}, unknown: [] };
  for (const part of partsOf(text)) readPart(part, pasted);
  return { ...pasted, asins: [...new Set(pasted.asins)], isbns: [...new Set(pasted.isbns)] };
}

export const MAX_PASTED_BOOKS = 25;

export type PastedEntry = { text: string; pasted: PastedIdentifiers };

/**
 * The books of a list, one per line, or one per word of a line with several books; null if the text names at most one
 * book. Entries that share one identifier (ASIN, ISBN, or link) and differ in none are merged into one book.
 */
export function readPastedList(text: string): PastedEntry[] | null {
  const lines = text.split('\n').filter((line) => line.trim());
  if (!nameSeveralBooks(partsOf(text).map(entryOf)) && !haveSeveralTitles(lines.map(entryOf))) return null;
  const entries = lines.flatMap((line) => {
    const parts = partsOf(line).map(entryOf);
    return nameSeveralBooks(parts) ? joinTitles(joinWords(parts)) : entryOf(line);
  });
  const books: PastedEntry[] = [];
  for (const entry of joinTitles(entries)) {
    const position = books.findIndex((book) => sharesIdentifier(book, entry) && canBeSameBook(book, entry));
    if (position < 0) books.push(entry);
    else books[position] = mergeEntries(books[position]!, entry);
  }
  return books;
}

const entryOf = (text: string): PastedEntry => ({ text: text.trim(), pasted: readPasted(text) });

/** True if the entries have different ASINs, ISBNs, or links to one store. */
function nameSeveralBooks(entries: readonly PastedEntry[]) {
  const areDifferent = (valuesOf: (pasted: PastedIdentifiers) => string | readonly string[]) =>
    new Set(entries.flatMap(({ pasted }) => valuesOf(pasted))).size > 1;
  return (
    areDifferent(({ asins }) => asins) ||
    areDifferent(({ isbns }) => isbns) ||
    // Links to Amazon's sites in several countries may have the same ASIN.
    STORES.some((store) => areDifferent(({ asins, links }) => (links[store] && asins[0]) ?? links[store] ?? []))
  );
}

/** Words that people write beside links to stores, which aren't part of a title. */
const STORE_WORDS =
  /\b(?:amazon|kindle|kobo|apple|i?books?|google|play|barnes|noble|nook|b&n|stores?|e-?books?|links?|buy|get|it|my|the|and|on|at|in|from|for|here|also|us|uk)\b/g;

/** True if books at different stores have different titles, beside their links or in the lines above. */
function haveSeveralTitles(lines: readonly PastedEntry[]) {
  const titles = joinTitles(lines)
    .filter(hasIdentifier)
    .map(({ text }) =>
      pastedTitle(text)
        .toLowerCase()
        .replace(STORE_WORDS, ' ')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    );
  return new Set(titles.filter(Boolean)).size > 1;
}

/** Joins consecutive words that can be parts of a title. */
function joinWords(parts: readonly PastedEntry[]): PastedEntry[] {
  const texts: string[] = [];
  for (const [position, part] of parts.entries()) {
    const isJoined = position > 0 && isTitle(parts[position - 1]!) && isTitle(part);
    texts.push(isJoined ? `${texts.pop()} ${part.text}` : part.text);
  }
  return texts.map(entryOf);
}

/**
 * Joins each title with the book below it. If the first entry isn't a title, joins none, because titles may then follow
 * their books.
 */
function joinTitles(entries: readonly PastedEntry[]): readonly PastedEntry[] {
  if (!entries[0] || !isTitle(entries[0])) return entries;
  const isTitleOf = (title: PastedEntry | undefined, book: PastedEntry | undefined) =>
    title && book && isTitle(title) && hasIdentifier(book) && pastedTitle(book.text) === '';
  return entries.flatMap((entry, position) => {
    if (isTitleOf(entry, entries[position + 1])) return [];
    const above = entries[position - 1];
    return above && isTitleOf(above, entry) ? mergeEntries(above, entry) : entry;
  });
}

const isTitle = (entry: PastedEntry) => !hasIdentifier(entry) && pastedTitle(entry.text) !== '';

const hasIdentifier = ({ pasted: { asins, isbns, links } }: PastedEntry) =>
  asins.length > 0 || isbns.length > 0 || Object.keys(links).length > 0;

const identifiersOf = (entry: PastedEntry) => {
  const { asins, isbns, links } = entry.pasted;
  return hasIdentifier(entry) ? [...asins, ...isbns, ...Object.values(links)] : [entry.text];
};

function sharesIdentifier(one: PastedEntry, other: PastedEntry) {
  const identifiers = new Set(identifiersOf(one));
  return identifiersOf(other).some((identifier) => identifiers.has(identifier));
}

/** False if the entries name different books at any store, or different ISBNs. */
export function canBeSameBook({ pasted: one }: PastedEntry, { pasted: other }: PastedEntry): boolean {
  const differ = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;
  if (differ(one.asins[0], other.asins[0]) || differ(one.isbns[0], other.isbns[0])) return false;
  // Links to Amazon's sites in several countries may have the same ASIN.
  const stores = STORES.filter((store) => store !== 'amazon' || !one.asins[0] || !other.asins[0]);
  return !stores.some((store) => differ(one.links[store], other.links[store]));
}

/** Merges two entries into one with the identifiers and links of both entries. */
export function mergeEntries(one: PastedEntry, other: PastedEntry): PastedEntry {
  const isRepeated = identifiersOf(other).every((identifier) => identifiersOf(one).includes(identifier));
  const union = (key: 'asins' | 'isbns' | 'unknown') => [...new Set([...one.pasted[key], ...other.pasted[key]])];
  return {
    text: isRepeated ? one.text : `${one.text} ${other.text}`,
    pasted: {
      ...{ asins: union('asins'), isbns: union('isbns'), unknown: union('unknown') },
      links: { ...other.pasted.links, ...one.pasted.links },
    },
  };
}

/**
 * A separate ISBN, with or without spaces or hyphens between its digits. Digits and hyphens inside links don't match.
 */
const ISBN = /(?<![^\s,;])(?:97[89][ -]?)?(?:\d[ -]?){9}[\dXx](?![^\s,;])/g;

/**
 * The words around a book's links, ASIN, and ISBN, which are probably its title. Empty if a word is an unknown link or
 * an identifier with a mistake.
 */
export function pastedTitle(text: string): string {
  const words = text
    .replace(ISBN, ' ')
    .split(/\s+/)
    .filter((word) => readPasted(word).unknown.length > 0);
  if (words.some((word) => word.includes('/') || /^(?=.*\d)[A-Z\d-]{6,}$/.test(word))) return '';
  return words.join(' ').replace(/^[\s,;:|–—-]+|[\s,;:|–—-]+$/g, '');
}

const partsOf = (text: string) =>
  text
    .replace(ISBN, (isbn) => isbn.replace(/[ -]/g, ''))
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^[("'“‘<[]+|[)"'”’>\].:!?]+$/g, ''))
    .filter((part) => part && !/^(ISBN|ASIN)(-1[03])?$/i.test(part));

function readPart(part: string, pasted: PastedIdentifiers) {
  const isbn = isbn13Of(part);
  if (isbn) return void pasted.isbns.push(isbn);
  if (ASIN.test(part.toUpperCase())) return void pasted.asins.push(part.toUpperCase());
  const url = urlOf(part);
  const store = url && STORES.find((candidate) => isStoreUrl(candidate, url.href));
  if (!url || !store) return void pasted.unknown.push(part);
  const asin = store === 'amazon' ? asinOf(url) : undefined;
  // Amazon's searches and author pages aren't books. A short link (a.co) may lead to one.
  if (store === 'amazon' && !asin && url.hostname.includes('amazon.')) return void pasted.unknown.push(part);
  if (asin) pasted.asins.push(asin);
  pasted.links[store] ??= asin ? `https://${url.hostname}/dp/${asin}` : linkWithoutTracking(store, url);
}

const asinOf = ({ pathname, searchParams }: URL) =>
  (ASIN_IN_PATH.exec(pathname)?.[1] ?? /^[a-z0-9]{10}$/i.exec(searchParams.get('asin') ?? '')?.[0])?.toUpperCase();

/** Parses a link, which may also be pasted without https:// or with http://. */
function urlOf(part: string): URL | null {
  const address = /^https?:\/\//i.test(part) ? part.replace(/^http:/i, 'https:') : `https://${part}`;
  return URL.canParse(address) ? toStorePage(new URL(address)) : null;
}

/** Converts the address of a page on one of a store's other sites to the page in the store itself. */
function toStorePage(url: URL): URL {
  const [, domain] = /^(?:smile|read)\.amazon\.(.+)$/.exec(url.hostname) ?? [];
  const asin = url.searchParams.get('asin');
  if (domain) return new URL(`https://www.amazon.${domain}${asin ? `/dp/${encodeURIComponent(asin)}` : url.pathname}`);
  const [, volume] = /^\/books\/edition\/[^/]+\/([\w-]+)$/.exec(url.pathname) ?? [];
  if (url.hostname === 'www.google.com' && volume)
    return new URL(`https://play.google.com/store/books/details?id=${volume}`);
  return url;
}

/** The parameters that identify the book at Google Play and Barnes & Noble. */
const BOOK_PARAMETERS = { google_play: 'id', barnes_and_noble: 'ean' } as const;

function linkWithoutTracking(store: Store, url: URL) {
  const parameter = store in BOOK_PARAMETERS ? BOOK_PARAMETERS[store as keyof typeof BOOK_PARAMETERS] : '';
  const value = url.searchParams.get(parameter);
  return `https://${url.hostname}${url.pathname}${value ? `?${parameter}=${encodeURIComponent(value)}` : ''}`;
}

/** The ISBN-13 of an ISBN-13 or ISBN-10 whose check digit is right. */
function isbn13Of(text: string): string | null {
  if (/^97[89]\d{10}$/.test(text)) return text.at(-1) === checkDigit(text.slice(0, 12)) ? text : null;
  if (!/^\d{9}[\dXx]$/.test(text) || !isIsbn10(text.toUpperCase())) return null;
  const digits = `978${text.slice(0, 9)}`;
  return digits + checkDigit(digits);
}

const isIsbn10 = (text: string) =>
  [...text].reduce((sum, digit, position) => sum + (digit === 'X' ? 10 : Number(digit)) * (10 - position), 0) % 11 ===
  0;

function checkDigit(digits: string) {
  const sum = [...digits].reduce((total, digit, position) => total + Number(digit) * (position % 2 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
