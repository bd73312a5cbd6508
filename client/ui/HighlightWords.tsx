/** Highlights the search words in a text. */
export const HighlightWords = ({ text, words }: { text: string; words: string }) =>
  splitByWords(text, words).map(({ part, isMatch }, position) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    isMatch ? <mark key={position}>{part}</mark> : part,
  );

/** Shorter words would match inside too many others, so they match only at the start of a word. */
const MIN_INNER_MATCH_LENGTH = 3;

/** Splits a text at every match of a search word, ignoring case and accents. */
export function splitByWords(text: string, words: string): { part: string; isMatch: boolean }[] {
  const pattern = withoutAccents(words)
    .split(/\s+/)
    .filter(Boolean)
    // The regular expression uses the first alternative that matches, so a longer word must precede its prefix.
    .sort()
    .reverse()
    .map(patternOf)
    .join('|');
  const parts = [];
  let end = 0;
  for (const { 0: match, index } of pattern ? withoutAccents(text).matchAll(new RegExp(pattern, 'gu')) : []) {
    parts.push({ part: text.slice(end, index), isMatch: false });
    end = index + match.length;
    parts.push({ part: text.slice(index, end), isMatch: true });
  }
  return [...parts, { part: text.slice(end), isMatch: false }].filter(({ part }) => part);
}

const patternOf = (word: string) =>
  (word.length < MIN_INNER_MATCH_LENGTH ? '(?<![\\p{L}\\p{N}])' : '') + word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Lowercase without accents. The length stays the same, so positions match those in the original. */
const withoutAccents = (text: string) =>
  [...text]
    .map((letter) => {
      const bare = letter.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
      return bare.length === letter.length ? bare : letter;
    })
    .join('');
