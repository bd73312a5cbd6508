/** A text with the searched words marked. */
export const HighlightWords = ({ text, words }: { text: string; words: string }) =>
  splitByWords(text, words).map(({ part, isMatch }, position) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    isMatch ? <mark key={position}>{part}</mark> : part,
  );

/** Shorter words would match inside too many others. */
const SHORTEST_INSIDE = 3;

/** Cuts a text where any of the searched words occurs in it, whatever its case and accents; short ones only where a word begins. */
export function splitByWords(text: string, words: string): { part: string; isMatch: boolean }[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean).map(patternOf).join('|');
  const parts = [];
  let end = 0;
  for (const { 0: found, index } of wanted ? plain(text).matchAll(new RegExp(wanted, 'gu')) : []) {
    parts.push({ part: text.slice(end, index), isMatch: false });
    end = index + found.length;
    parts.push({ part: text.slice(index, end), isMatch: true });
  }
  return [...parts, { part: text.slice(end), isMatch: false }].filter(({ part }) => part);
}

const patternOf = (word: string) =>
  (word.length < SHORTEST_INSIDE ? '(?<![\\p{L}\\p{N}])' : '') + word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Small letters without accents, of the same length. */
const plain = (text: string) =>
  [...text]
    .map((letter) => {
      const bare = letter.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
      return bare.length === letter.length ? bare : letter;
    })
    .join('');
