/** Checks of a blurb while its author types: length, names, clichés, and keywords. */
import cliches from './data/cliches.json' with { type: 'json' };

export const BLURB_WORDS = { min: 90, max: 160 } as const;
/** Readers keep about three names apart in a blurb. */
export const MAX_BLURB_NAMES = 3;

const CLICHES = cliches.flatMap((list) => list.split('|'));

export const countWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;

const OPENERS = new Set(
  'a an the in on at when if it and but or now then only for from with after before everyone nobody one this that meet read her his their what who'.split(
    ' ',
  ),
);

/** Runs of capitalized words: 'Mara Quill' is one name. A word that only opens a sentence isn't one, nor is the title. */
export function namesIn(text: string, title = ''): string[] {
  const rest = title ? text.replaceAll(title, '') : text;
  const runs = [...rest.matchAll(/\p{Lu}\p{Ll}[\p{L}’-]*(?: \p{Lu}\p{Ll}[\p{L}’-]*)*/gu)];
  const names = runs.flatMap(({ 0: run, index }) => {
    const words = run.replace(/’s$/, '').split(' ');
    const isOpening = !/[\p{L}\p{N},;:’”—] ?$/u.test(rest.slice(0, index));
    const own = OPENERS.has(words[0]!.toLowerCase()) ? words.slice(1) : words;
    return own.length && !(isOpening && run === words.join(' ') && words.length === 1) ? [own.join(' ')] : [];
  });
  // 'Mara' and 'Mara Quill' are the same person.
  return [...new Set(names)].filter(
    (name) => !names.some((other) => other !== name && other.split(' ').includes(name)),
  );
}

const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}’' -]+/gu, ' ')
    .replaceAll("'", '’')
    .replace(/\s+/g, ' ')} `;

export const clichesIn = (text: string): string[] => CLICHES.filter((cliche) => plain(text).includes(` ${cliche} `));

/** The keywords that the text doesn't have; a plural counts. */
export const missingKeywords = (text: string, keywords: string): string[] =>
  keywords
    .split(/[,;\n]+/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword && !plain(text).includes(plain(keyword).trimEnd().replace(/s$/, '')));

/** The notes that make a blurb longer, most useful first. */
const GROWING = ['goal', 'obstacle', 'stakes', 'trigger', 'turn', 'setting', 'hook', 'readers'] as const;
export type GrowingField = (typeof GROWING)[number];
const SHORT_WORDS = 12;

/** The field to add to next: the first empty one, or else the first short one. */
export function fieldToAddTo(notes: { readonly [field: string]: string }): GrowingField | null {
  const words = (field: string) => countWords(notes[field] ?? '');
  return GROWING.find((field) => !words(field)) ?? GROWING.find((field) => words(field) < SHORT_WORDS) ?? null;
}
