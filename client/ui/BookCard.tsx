import { Link } from '#client/app/router.ts';
import { STORE_NAMES } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import classes from './Books.module.css';
import { Cover } from './Cover.tsx';
import { type CardBook, dealEndText } from './card-book.ts';
import { HighlightWords } from './HighlightWords.tsx';
import { Price } from './Price.tsx';
import { calendarDay, useShell } from './shell.ts';

type Props = {
  book: CardBook;
  eager?: boolean;
  heading?: 'h2' | 'h3';
  /** Search words to highlight. */
  words?: string;
};

/** A book's card in lists: cover, title, and author, then the deal, if any, and the stores. */
export function BookCard({ book, eager = false, heading: Heading = 'h3', words = '' }: Props) {
  const today = calendarDay(useShell());
  const { deal } = book;
  return (
    <article className={classes.card}>
      <Cover src={book.cover_url} alt="" width={240} sizes="(max-width: 30rem) 44vw, 12rem" eager={eager} />
      <Heading className={classes.title}>
        <Link to={paths.book(book)} className={classes.link}>
          <HighlightWords text={book.title} words={words} />
        </Link>
      </Heading>
      {book.author_name && (
        <p className={classes.author}>
          <HighlightWords text={book.author_name} words={words} />
        </p>
      )}
      {deal && <Price {...deal} />}
      {deal && <p className={classes.note}>{dealEndText(deal.deal_ends_on, today)}</p>}
      <p className={classes.note}>{book.stores.map((store) => STORE_NAMES[store]).join(', ')}</p>
    </article>
  );
}
