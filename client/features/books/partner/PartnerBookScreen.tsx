import { useQuery } from '@tanstack/react-query';
import { promotionsQuery } from '#client/api/partner-promotions.ts';
import { Link, useParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { PromotionList } from '#client/ui/app/PromotionList.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton, Skeleton } from '#client/ui/Skeletons.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import type { Book } from '#shared/books.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import { storesOf } from '#shared/stores.ts';
import { draftText, partnerBookFacts } from '../book-facts.ts';
import { storeLinks } from '../store-links.ts';
import classes from './PartnerBooks.module.css';
import { partnerBookQuery } from './partner-api.ts';

export function PartnerBookScreen() {
  const book = useQuery(partnerBookQuery(Number(useParams().id)));
  return (
    <Page>
      <Seo title={book.data?.title ?? 'Book'} description="Your book and its promotions." noindex />
      <QueryBoundary query={book} placeholder={<BookPlaceholder />}>
        {(data) => (
          <>
            <BookHead book={data} />
            <BookPromotions book={data} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const BookPlaceholder = () => (
  <>
    <h1 className="visually-hidden">Book</h1>
    <Skeleton height={420} />
  </>
);

const BookHead = ({ book }: { book: Book }) => (
  <div className={classes.book}>
    <Cover src={book.cover_url} alt={`Cover of ${book.title}`} width={192} eager />
    <Stack>
      <div>
        <h1>{book.title}</h1>
        {book.subtitle && <p>{book.subtitle}</p>}
        <p className={classes.muted}>{book.author_name ? `by ${book.author_name}` : 'No author profile chosen yet'}</p>
      </div>
      <div className={classes.actions}>
        {book.status === 'active' && <Button to={paths.partnerPromotionNew(book.id)}>Promote this book</Button>}
        <Button to={paths.partnerBookEdit(book.id)} look="quiet">
          Edit
        </Button>
      </div>
      <StatusNote book={book} />
      <FactList facts={partnerBookFacts(book)} />
      <StoreLinks book={book} />
      {book.blurb && <p>{book.blurb}</p>}
      {book.description && (
        <details className={classes.details}>
          <summary>Description</summary>
          <Paragraphs text={book.description} />
        </details>
      )}
    </Stack>
  </div>
);

function StatusNote({ book }: { book: Book }) {
  if (book.status === 'draft') return <Alert kind="warning">{draftText(book)}</Alert>;
  if (book.status === 'archived') return <Alert>This book is archived. Readers can’t find it.</Alert>;
  return (
    <p>
      <Link to={paths.book(book)}>View public page</Link>
    </p>
  );
}

const StoreLinks = ({ book }: { book: Book }) => {
  const allLinks = storeLinks({ ...book, deal: null });
  const links = allLinks.filter(({ store }) => storesOf(book).includes(store));
  if (links.length === 0)
    return <p>{allLinks.length ? 'None of the store links work. Edit the book to fix them.' : 'No store link yet.'}</p>;
  return (
    <p>
      Sold at{' '}
      {links.map(({ store, name, href }, position) => (
        <span key={store}>
          {position > 0 && ', '}
          <a href={href} target="_blank" rel="noreferrer">
            {name}
          </a>
        </span>
      ))}
    </p>
  );
};

/** The latest promotions of one book. */
function BookPromotions({ book }: { book: Book }) {
  const promotions = useQuery(
    promotionsQuery({ book_id: book.id, per: RESULTS_PER_PAGE, sort_col: 'booked_date', sort_dir: 'desc' }),
  );
  return (
    <Panel title="Promotions">
      <QueryBoundary query={promotions} placeholder={<ListSkeleton rows={2} height={84} />}>
        {({ promotions: list }) =>
          list.length === 0 ? (
            <p>
              No promotions yet.{' '}
              {book.status === 'active' && <Link to={paths.partnerPromotionNew(book.id)}>Promote this book</Link>}
            </p>
          ) : (
            <PromotionList promotions={list} />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}
