/** Checks of a blurb while its author types: length, names, clichés, and keywords. */
import cliches from './data/cliches.json' with { type: 'json' };

export const BLURB_WORDS = { min: 90, max: 160 } as const;
/** Readers can keep track of about three names in a blurb. */
export const MAX_BLURB_NAMES = 3;

const CLICHES = cliches.flatMap((list) => list.split('|'));

export const countWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;

const OPENERS = new Set(
  'a an the in on at when if it and but or now then only for from with after before everyone nobody one this that meet read her his their what who'.split(
    ' ',
  ),
);

/**
 * Finds names: runs of capitalized words, such as 'Mara Quill', except the title and words that only start a sentence.
 */
export function namesIn(text: string, title = ''): string[] {
  const rest = title ? text.replaceAll(title, '') : text;
  const runs = [...rest.matchAll(/\p{Lu}\p{Ll}[\p{L}’-]*(?: \p{Lu}\p{Ll}[\p{L}’-]*)*/gu)];
  const names = runs.flatMap(({ 0: run, index }) => {
    const words = run.replace(/’s$/, '').split(' ');
    const isAtSentenceStart = !/[\p{L}\p{N},;:’”—] ?$/u.test(rest.slice(0, index));
    const nameWords = OPENERS.has(words[0]!.toLowerCase()) ? words.slice(1) : words;
    const isOrdinaryWord = isAtSentenceStart && run === words.join(' ') && words.length === 1;
    return nameWords.length && !isOrdinaryWord ? [nameWords.join(' ')] : [];
  });
  // 'Mara' and 'Mara Quill' are the same person.
  return [...new Set(names)].filter(
    (name) => !names.some((other) => other !== name && other.split(' ').includes(name)),
  );
}

const normalized = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}’' -]+/gu, ' ')
    .replaceAll("'", '’')
    .replace(/\s+/g, ' ')} `;

export const clichesIn = (text: string): string[] =>
  CLICHES.filter((cliche) => normalized(text).includes(` ${cliche} `));

/** The keywords that the text doesn't contain. Plurals in -s or -es and possessives count. */
export const missingKeywords = (text: string, keywords: string): string[] =>
  keywords
    .split(/[,;\n]+/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => /[\p{L}\p{N}]/u.test(keyword) && !containsWord(normalized(text), normalized(keyword).trim()));

const containsWord = (text: string, word: string) =>
  new RegExp(`[ -]${word.replace(/s$/, '')}(e?s)?(’s?)?[ -]`).test(text);

/** Fields whose notes make a blurb longer, most useful first. */
const EXPANDABLE_FIELDS = ['goal', 'obstacle', 'stakes', 'trigger', 'turn', 'setting', 'hook', 'readers'] as const;
export type ExpandableField = (typeof EXPANDABLE_FIELDS)[number];
const MIN_FIELD_WORDS = 12;

/** The field to add to next: the first empty one, or else the first short one. */
export function fieldToAddTo(notes: { readonly [field: string]: string }): ExpandableField | null {
  const words = (field: string) => countWords(notes[field] ?? '');
  return (
    EXPANDABLE_FIELDS.find((field) => !words(field)) ??
    EXPANDABLE_FIELDS.find((field) => words(field) < MIN_FIELD_WORDS) ??
    null
  );
}
