/** Title checks: length, repeated words, and known books with the same title. */
import titleLists from './data/known-titles.json' with { type: 'json' };

const KNOWN_TITLES = new Set(titleLists.flatMap((list) => list.split('|')).map((title) => normalize(title)));
const MAX_TITLE_LENGTH = 40;
const MAX_TITLE_WORDS = 6;

function normalize(title: string) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim();
}

export const isKnownTitle = (title: string) => KNOWN_TITLES.has(normalize(title));

/** Returns the first repeated word of four or more letters, ignoring -s, -ed, and -ing, or null. */
export function repeatedWordIn(title: string): string | null {
  const longWords = title.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const stems = longWords.map((word) => word.replace(/s$/, '').replace(/(?<=\p{L}{4})(?:ing|ed)$/u, ''));
  return longWords[stems.indexOf(stems.find((stem, index) => stems.indexOf(stem) < index) ?? '')] ?? null;
}

export type TitleCheck = { characters: number; words: number; warnings: string[] };

export function checkTitle(title: string): TitleCheck {
  const words = title.trim().split(/\s+/).filter(Boolean).length;
  const repeatedWord = repeatedWordIn(title);
  return {
    characters: title.trim().length,
    words,
    warnings: [
      ...(isKnownTitle(title) ? ['A well-known book has this title.'] : []),
      ...(repeatedWord ? [`It repeats “${repeatedWord}”.`] : []),
      ...(title.trim().length > MAX_TITLE_LENGTH || words > MAX_TITLE_WORDS
        ? ['It may be too long to read on a cover thumbnail.']
        : []),
    ],
  };
}

/** URL of a search for the exact title in the Kindle store. */
export const kindleSearchUrl = (title: string) =>
  `https://www.amazon.com/s?i=digital-text&k=${encodeURIComponent(`"${title.trim()}"`)}`;
