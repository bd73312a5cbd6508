import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link, useParams, useSearchParams } from '#client/app/router.ts';
import { BookResults } from '#client/features/books/public/BookResults.tsx';
import { bookFilters, bookSearchOf } from '#client/features/books/public/book-search.ts';
import { booksQuery } from '#client/features/books/public/queries.ts';
import { FollowBox } from '#client/features/readers/FollowBox.tsx';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { absoluteUrl, Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Author, AuthorPastDeal } from '#shared/authors.ts';
import { formatDealPrice } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import classes from './AuthorScreen.module.css';
import { authorQuery } from './queries.ts';

export function AuthorScreen() {
  const { api } = useApp();
  const { app_url } = useShell();
  const { data: author } = useSuspenseQuery(authorQuery(api, Number(useParams().id)));
  const search = bookSearchOf(useSearchParams()[0]);
  const { data } = useSuspenseQuery(booksQuery(api, bookFilters(search, { author_id: author.id })));
  return (
    <Page>
      <Seo
        title={author.name}
        description={author.bio.slice(0, 160) || `Books by ${author.name}, and the deals running today.`}
        path={paths.author(author)}
        type="profile"
        jsonLd={[personJsonLd(author, app_url)]}
      />
      <header className={classes.head}>
        <AuthorPhoto author={author} size={120} />
        <div className={classes.about}>
          <h1>{author.name}</h1>
          {author.bio && <Paragraphs text={author.bio} />}
          <ul className={classes.links}>
            {authorLinks(author).map(({ label, href }) => (
              <li key={label}>
                <a href={href} rel="nofollow noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </header>
      <h2>Books by {author.name}</h2>
      <BookResults path={paths.author(author)} search={search} noun="book" {...data} />
      <FollowBox
        key={author.id}
        title={`Follow ${author.name}`}
        lead="Deals on these books come first in your newsletter, in any genre."
        button="Follow"
        items={[{ kind: 'author', id: author.id, label: author.name }]}
        otherDeals="other deals, in genres you can choose once you’ve confirmed"
      />
      <PastDeals deals={author.past_deals ?? []} name={author.name} />
    </Page>
  );
}

const personJsonLd = (author: Author, appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Person',
  name: author.name,
  url: appUrl + paths.author(author),
  ...(author.photo_url ? { image: absoluteUrl(appUrl, author.photo_url) } : {}),
  sameAs: authorLinks(author).map(({ href }) => href),
});

/** The author's past deals. The current ones are shown with the books. */
function PastDeals({ deals, name }: { deals: readonly AuthorPastDeal[]; name: string }) {
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby="past-deals">
      <h2 id="past-deals">Earlier deals</h2>
      <DataTable
        caption={`Past prices of books by ${name}`}
        head={['Book', 'From', 'Until', 'Price']}
        rows={deals.map(({ promotion_id, book, promotion_date, deal_ends_on, sale_price_cents }) => [
          <Link key={promotion_id} to={paths.book(book)}>
            {book.title}
          </Link>,
          <DateText key="from" date={promotion_date} />,
          <DateText key="until" date={deal_ends_on} />,
          formatDealPrice(sale_price_cents),
        ])}
      />
    </section>
  );
}

const LABELS = {
  website: 'Website',
  amazon_url: 'Amazon',
  goodreads_url: 'Goodreads',
  bookbub_url: 'BookBub',
  facebook_url: 'Facebook',
  instagram_url: 'Instagram',
  tiktok_url: 'TikTok',
} as const;

/** Links to the author's own site and pages on other sites. */
const authorLinks = (author: Author) =>
  (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((field) => {
    const href = author[field];
    return href ? [{ label: LABELS[field], href }] : [];
  });
