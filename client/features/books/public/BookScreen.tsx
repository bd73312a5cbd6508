import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link, useParams } from '#client/app/router.ts';
import { BookGrid } from '#client/ui/BookGrid.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import { AuthorBox } from './AuthorBox.tsx';
import { BookFacts } from './BookFacts.tsx';
import classes from './BookScreen.module.css';
import { bookJsonLd } from './book-json-ld.ts';
import { DealBox } from './DealBox.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import { bookQuery, SIMILAR_BOOKS, similarQuery } from './queries.ts';

export function BookScreen() {
  const { api } = useApp();
  const { app_url } = useShell();
  const { data: book } = useSuspenseQuery(bookQuery(api, Number(useParams().id)));
  return (
    <Page>
      <Seo
        title={book.author_name ? `${book.title} by ${book.author_name}` : book.title}
        description={book.blurb || book.description.slice(0, 160)}
        path={paths.book(book)}
        image={book.cover_url}
        type="book"
        jsonLd={bookJsonLd(book, app_url)}
      />
      <Breadcrumbs book={book} />
      <article className={classes.book}>
        <div className={classes.cover}>
          <Cover src={book.cover_url} alt={`Cover of ${book.title}`} width={320} first />
        </div>
        <div className={classes.head}>
          {book.series && <p className={classes.series}>{seriesText(book)}</p>}
          <h1>{book.title}</h1>
          {book.subtitle && <p className={classes.subtitle}>{book.subtitle}</p>}
          <Byline book={book} />
        </div>
        <DealBox book={book} />
        <div className={classes.text}>
          {book.blurb && <p className={classes.blurb}>{book.blurb}</p>}
          <Paragraphs text={withoutBlurb(book)} />
          <BookFacts book={book} />
          <PriceHistory deals={book.past_deals ?? []} />
        </div>
      </article>
      {book.author && <AuthorBox author={book.author} />}
      <SimilarBooks book={book} />
    </Page>
  );
}

/** Many descriptions begin with the blurb, which stands above them already. */
const withoutBlurb = ({ blurb, description }: Book) =>
  blurb && description.startsWith(blurb) ? description.slice(blurb.length) : description;

const seriesText = ({ series, series_number }: Book) =>
  series_number === null ? series : `${series}, book ${series_number}`;

const Byline = ({ book }: { book: Book }) =>
  book.author ? (
    <p>
      by <Link to={paths.author(book.author)}>{book.author.name}</Link>
    </p>
  ) : book.author_name ? (
    <p>by {book.author_name}</p>
  ) : null;

const Breadcrumbs = ({ book }: { book: Book }) => (
  <nav aria-label="Breadcrumbs">
    <ol className={classes.crumbs}>
      <li>
        <Link to={paths.books()}>Books</Link>
      </li>
      {book.category && (
        <li>
          <Link to={paths.category(book.category)}>{book.category.name}</Link>
        </li>
      )}
    </ol>
  </nav>
);

function SimilarBooks({ book }: { book: Book }) {
  const { api } = useApp();
  const { data } = useSuspenseQuery(similarQuery(api, book.category_id));
  const others = data.books.filter(({ id }) => id !== book.id).slice(0, SIMILAR_BOOKS - 1);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="similar" className={classes.section}>
      <h2 id="similar">You may also like</h2>
      <BookGrid books={others} />
    </section>
  );
}
