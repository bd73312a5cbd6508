import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { Price } from '#client/ui/Price.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton, Skeleton } from '#client/ui/Skeletons.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import type { Book } from '#shared/books.ts';
import { STORE_NAMES, STORE_URL_FIELDS } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import { paths } from '#shared/paths.ts';
import { storesOf } from '#shared/stores.ts';
import { bookFacts } from '../book-facts.ts';
import classes from './UserBooks.module.css';
import { promotionsOfBookQuery, userBookQuery } from './user-api.ts';

/** A book, the facts that staff check, and its latest promotions. */
export function UserBookScreen() {
  const query = useQuery(userBookQuery(Number(useParams().id)));
  return (
    <Page>
      <Seo title={query.data?.title ?? 'Book'} description="Staff view of one book." noindex />
      <p>
        <Link to={paths.userBooks()}>Books</Link>
      </p>
      {!query.data && <PageTitle>Book</PageTitle>}
      <QueryBoundary query={query} placeholder={<Skeleton height={420} />}>
        {(book) => (
          <>
            <BookRecord book={book} />
            <UserBookPromotions id={book.id} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const BookRecord = ({ book }: { book: Book }) => (
  <div className={classes.book}>
    <Cover src={book.cover_url} alt={`Cover of ${book.title}`} width={192} eager />
    <Stack>
      <div>
        <h1>{book.title}</h1>
        {book.subtitle && <p>{book.subtitle}</p>}
        <p>{book.author_name ? `by ${book.author_name}` : 'No author profile'}</p>
      </div>
      <div className={classes.links}>
        <Button to={paths.userBookEdit(book.id)}>Edit book</Button>
        {book.status === 'active' && <Link to={paths.book(book)}>View public page</Link>}
        {book.partner && (
          <span>
            <Link to={paths.userPartner(book.partner.id)}>{book.partner.name}</Link>,{' '}
            <a href={`mailto:${book.partner.email}`}>{book.partner.email}</a>
          </span>
        )}
      </div>
      {book.status !== 'active' && (
        <Alert kind="warning">
          {book.status === 'draft' ? 'Draft: the partner hasn’t finished it.' : 'Archived: readers can’t find it.'}
        </Alert>
      )}
      <FactList facts={[['Category', book.category?.name], ['ASIN', book.asin ?? 'none'], ...bookFacts(book)]} />
      <StorePages book={book} />
      {book.blurb && <p>{book.blurb}</p>}
      <details>
        <summary>Description</summary>
        <Paragraphs text={book.description} />
      </details>
    </Stack>
  </div>
);

/** Direct links to the stores, which don't count clicks. */
const StorePages = ({ book }: { book: Book }) => (
  <p className={classes.links}>
    {storesOf(book).map((store) => (
      <a key={store} href={book[STORE_URL_FIELDS[store]] ?? ''} target="_blank" rel="noreferrer">
        {STORE_NAMES[store]}
      </a>
    ))}
  </p>
);

/** The latest promotions of one book. */
function UserBookPromotions({ id }: { id: number }) {
  const query = useQuery(promotionsOfBookQuery(id));
  return (
    <Panel title="Promotions">
      <QueryBoundary query={query} placeholder={<ListSkeleton rows={3} height={44} />}>
        {({ promotions, meta }) =>
          promotions.length === 0 ? (
            <p>Not promoted yet.</p>
          ) : (
            <>
              <ul className={classes.promotions}>
                {promotions.map((promotion) => (
                  <li key={promotion.id}>
                    <Link to={paths.userPromotion(promotion.id)}>
                      <DateText date={promotion.promotion_date ?? promotion.requested_date} />
                    </Link>
                    <StatusBadge status={promotion.display_status} />
                    <Price {...promotion} />
                    <span>{promotion.category?.name}</span>
                    {promotion.settled_at && (
                      <span>
                        {formatCount(promotion.clicks_total, 'click')}, {promotion.clicks_billable} billable
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              {meta.total_count > promotions.length && (
                <p>
                  These are the latest {promotions.length} of {meta.total_count}.
                </p>
              )}
            </>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}
