import { BookCard } from './BookCard.tsx';
import classes from './Books.module.css';
import type { CardBook } from './card-book.ts';

type Props = {
  books: readonly CardBook[];
  heading?: 'h2' | 'h3';
  /** The first row is above the fold. */
  isAboveFold?: boolean;
  /** Search words to highlight. */
  words?: string;
};

export const BookGrid = ({ books, heading = 'h3', isAboveFold = false, words = '' }: Props) => (
  <ul className={classes.grid}>
    {books.map((book, position) => (
      <li key={book.id}>
        <BookCard book={book} heading={heading} eager={isAboveFold && position < 6} words={words} />
      </li>
    ))}
  </ul>
);

/** A row of cards that scrolls sideways if it doesn't fit. */
export const BookShelf = ({ books, label }: { books: readonly CardBook[]; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={classes.shelfFrame} aria-label={label} tabIndex={0}>
    <ul className={classes.shelf}>
      {books.map((book) => (
        <li key={book.id}>
          <BookCard book={book} />
        </li>
      ))}
    </ul>
  </section>
);
