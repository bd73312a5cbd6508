import type { ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import { DateText } from '#client/ui/DateText.tsx';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import classes from './BookFacts.module.css';

const languages = new Intl.DisplayNames('en', { type: 'language' });

export const BookFacts = ({ book }: { book: Book }) => (
  <dl className={classes.facts}>
    {book.rating_avg !== null && book.rating_count !== null && (
      <Fact name="Rating">
        {book.rating_avg.toFixed(1)} of 5 from {book.rating_count.toLocaleString('en-US')} readers
      </Fact>
    )}
    {book.category && (
      <Fact name="Category">
        <Link to={paths.category(book.category)}>{book.category.name}</Link>
      </Fact>
    )}
    {book.page_count !== null && <Fact name="Pages">{book.page_count.toLocaleString('en-US')}</Fact>}
    {book.published_on && (
      <Fact name="Published">
        <DateText date={book.published_on} />
      </Fact>
    )}
    <Fact name="Language">{languages.of(book.language) ?? book.language}</Fact>
    {book.in_kindle_unlimited && <Fact name="Kindle Unlimited">Included</Fact>}
    {book.isbn13 && <Fact name="ISBN">{book.isbn13}</Fact>}
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
