import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import type { Book } from '#shared/books.ts';
import classes from './BookWords.module.css';

/** The words of the newsletter entry, and the description behind them. */
export const BookWords = ({ book, blurb }: { book: Book; blurb: string | null }) => (
  <div className={classes.words}>
    <p className={classes.blurb}>
      {blurb || book.blurb || 'No blurb: the newsletter takes the start of the description.'}
    </p>
    <details>
      <summary>Description</summary>
      <Paragraphs text={book.description} />
    </details>
  </div>
);
