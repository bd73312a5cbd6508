/** Cuts a text where the searched text occurs in it, whatever its case. */
export function splitByWords(text: string, words: string): { part: string; isMatch: boolean }[] {
  const wanted = words.trim();
  if (!wanted) return [{ part: text, isMatch: false }];
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text
    .split(new RegExp(`(${escaped})`, 'gi'))
    .map((part, position) => ({ part, isMatch: position % 2 === 1 }))
    .filter(({ part }) => part !== '');
}
