import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApp } from '#client/api/app.ts';
import { Link, useParams, useSearchParams } from '#client/app/router.ts';
import { FollowBox } from '#client/features/readers/FollowBox.tsx';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { BookGrid } from '#client/ui/BookGrid.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { dealEndText } from '#client/ui/card-book.ts';
import { DataTable } from '#client/ui/DataTable.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { Price } from '#client/ui/Price.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { Author } from '#shared/authors.ts';
import type { Book, PastDeal } from '#shared/books.ts';
import { formatCount } from '#shared/counts.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { WISH_PRICES, wishPrice } from '#shared/reader-list.ts';
import { CHANNEL_PARAMETER, channelOf } from '#shared/share-channels.ts';
import { storeLinks } from '../store-links.ts';
import classes from './BookScreen.module.css';
import { bookJsonLd } from './book-json-ld.ts';
import { bookQuery, MAX_SIMILAR_BOOKS, similarQuery } from './queries.ts';

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
        type="book"
        jsonLd={bookJsonLd(book, app_url)}
      />
      <Breadcrumbs book={book} />
      <article className={classes.book}>
        <div className={classes.cover}>
          <Cover src={book.cover_url} alt={`Cover of ${book.title}`} width={320} hasPriority />
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
      <FollowBox
        key={book.id}
        title="Don’t miss the next deal"
        lead="We’ll put it first in your newsletter."
        button="Notify me"
        items={listItemsOf(book)}
        otherDeals={
          book.category && !book.category.is_adult ? `${book.category.name} deals` : 'deals in all genres except adult'
        }
        isAdult={book.category?.is_adult || book.content_rating === 'adult'}
      />
      <SimilarBooks book={book} />
    </Page>
  );
}

/**
 * The description without the blurb, which is shown above it. Removes the blurb only if the description starts with it,
 * and a line break or the end follows.
 */
export const withoutBlurb = ({ blurb, description }: Pick<Book, 'blurb' | 'description'>) => {
  const rest = description.slice(blurb.length);
  return description.startsWith(blurb) && /^\s*(\n|$)/.test(rest) ? rest : description;
};

/** Items to follow or save: during a deal, the author and series come first, otherwise the book. */
const listItemsOf = ({ id, author, series, deal }: Book) => {
  const bookItems = [null, ...WISH_PRICES].map((max_price_cents) => ({
    ...{ kind: 'book' as const, id, max_price_cents },
    label: wishLabel(max_price_cents),
  }));
  const followItems = author
    ? [
        { kind: 'author' as const, id: author.id, label: `Every deal by ${author.name}` },
        ...(series ? [{ kind: 'series' as const, id, label: `Every deal in the series ${series}` }] : []),
      ]
    : [];
  return deal ? [...followItems, ...bookItems] : [...bookItems, ...followItems];
};

const wishLabel = (max_price_cents: number | null) => {
  if (max_price_cents === null) return 'This book, at any deal price';
  return max_price_cents === 0 ? 'This book, when it’s free' : `This book, at ${wishPrice(max_price_cents)}`;
};

const seriesText = ({ series, series_number }: Book) =>
  series_number === null ? series : `${series}, book ${series_number}`;

function Byline({ book: { author, author_name } }: { book: Book }) {
  if (!author) return author_name && <p>by {author_name}</p>;
  return (
    <p>
      by <Link to={paths.author(author)}>{author.name}</Link>
    </p>
  );
}

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
  const { data } = useSuspenseQuery(similarQuery(api, book.category_id!));
  const others = data.books.filter(({ id }) => id !== book.id).slice(0, MAX_SIMILAR_BOOKS);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="similar" className={classes.section}>
      <h2 id="similar">You may also like</h2>
      <BookGrid books={others} />
    </section>
  );
}

/** The current deal, if any, and links to every store that has the book. */
function DealBox({ book }: { book: Book }) {
  const today = calendarDay(useShell());
  const { deal } = book;
  const channel = channelOf(useSearchParams()[0].get(CHANNEL_PARAMETER));
  return (
    <section className={classes.box} aria-label={deal ? 'The deal' : 'Stores'}>
      {deal ? (
        <>
          <Price {...deal} large />
          <p>
            <strong>{dealEndText(deal.deal_ends_on, today)}</strong>, <DateText date={deal.deal_ends_on} />
          </p>
        </>
      ) : (
        <p>No deal right now. Check the stores for the current price.</p>
      )}
      <ul className={classes.stores}>
        {storeLinks(book, channel).map(({ store, name, href }) => (
          <li key={store}>
            <a href={href} rel="sponsored nofollow noopener" className={classes.store} data-first={deal !== null}>
              {deal ? `Get it at ${name}` : name}
            </a>
          </li>
        ))}
      </ul>
      {deal && <p className={classes.note}>Prices vary by country and can change. The price you pay is the store’s.</p>}
    </section>
  );
}

const languages = new Intl.DisplayNames('en', { type: 'language' });

const BookFacts = ({ book }: { book: Book }) => (
  <dl className={classes.facts}>
    {book.rating_avg !== null && book.rating_count !== null && (
      <Fact name="Rating">
        {book.rating_avg.toFixed(1)} of 5 from {formatCount(book.rating_count, 'rating')}
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

/** The prices of the book's past deals. */
function PriceHistory({ deals }: { deals: readonly PastDeal[] }) {
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby="price-history" className={classes.section}>
      <h2 id="price-history">Price history</h2>
      <DataTable
        caption="Past deals on Deckle"
        head={['From', 'Until', 'Price', 'Regular price']}
        rows={deals.map((deal) => [
          <DateText key="from" date={deal.promotion_date} />,
          <DateText key="until" date={deal.deal_ends_on} />,
          formatDealPrice(deal.sale_price_cents),
          formatCents(deal.current_price_cents),
        ])}
      />
    </section>
  );
}

const AuthorBox = ({ author }: { author: Author }) => (
  <section className={classes.authorBox} aria-labelledby="author">
    <AuthorPhoto author={author} size={88} />
    <div>
      <h2 id="author">About {author.name}</h2>
      {author.bio && <p className={classes.bio}>{author.bio}</p>}
      <p>
        <Link to={paths.author(author)}>All books by {author.name}</Link>
      </p>
    </div>
  </section>
);
