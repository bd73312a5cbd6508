/** A shorter word would be found in the middle of too many others. */
const SHORTEST_INSIDE = 3;

/** Cuts a text where any of the searched words occurs in it, whatever its case and accents; short ones only where a word begins. */
export function splitByWords(text: string, words: string): { part: string; isMatch: boolean }[] {
  const wanted = [...new Set(plain(words).split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ part: text, isMatch: false }];
  const parts = [];
  let end = 0;
  for (const { 0: found, index } of plain(text).matchAll(new RegExp(wanted.map(patternOf).join('|'), 'gu'))) {
    parts.push({ part: text.slice(end, index), isMatch: false });
    end = index + found.length;
    parts.push({ part: text.slice(index, end), isMatch: true });
  }
  return [...parts, { part: text.slice(end), isMatch: false }].filter(({ part }) => part !== '');
}

const patternOf = (word: string) =>
  (word.length < SHORTEST_INSIDE ? '(?<![\\p{L}\\p{N}])' : '') + word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Small letters without accents, of the same length. */
const plain = (text: string) =>
  [...text].map((letter) => sameLength(letter, letter.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''))).join('');
const sameLength = (letter: string, bare: string) => (bare.length === letter.length ? bare : letter);
