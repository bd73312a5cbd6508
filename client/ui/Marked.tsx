import { splitByWords } from './split-by-words.ts';

/** A text with the searched words marked. */
export const Marked = ({ text, words }: { text: string; words: string }) =>
  splitByWords(text, words).map(({ part, isMatch }, position) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    isMatch ? <mark key={position}>{part}</mark> : part,
  );
