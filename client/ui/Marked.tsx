import classes from './Marked.module.css';
import { splitByWords } from './split-by-words.ts';

/** A text with the searched words marked. */
export const Marked = ({ text, words }: { text: string; words: string }) =>
  splitByWords(text, words).map(({ part, isMatch }, position) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <mark key={position} className={classes.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
