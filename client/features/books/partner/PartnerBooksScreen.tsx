import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { ListFilters } from '#client/ui/app/ListFilters.tsx';
import { useListSearch } from '#client/ui/app/list-search.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { CardRow, CardRows } from '#client/ui/app/Rows.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { HighlightWords } from '#client/ui/HighlightWords.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { oneOf, page, searchParams, searchWords } from '#client/ui/search-params.ts';
import type { Book } from '#shared/books.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import { partnerBooksQuery } from './partner-api.ts';

const STATUSES = [
  { value: '', label: 'All books' },
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Drafts' },
  { value: 'archived', label: 'Archived' },
];

const SEARCH_PARAMS = searchParams({ q: searchWords, status: oneOf(['active', 'draft', 'archived'], ''), page });

export function PartnerBooksScreen() {
  const { search, change, clear, isFiltered, pageHref } = useListSearch(SEARCH_PARAMS, 'partner_books');
  const { q, status, page } = search;
  const books = useQuery(partnerBooksQuery({ q, status, page, per: RESULTS_PER_PAGE }));
  return (
    <Page>
      <Seo title="My eBooks" description="The books you promote." noindex />
      <PageTitle>My eBooks</PageTitle>
      <div>
        <Button to={paths.partnerBookNew()}>Add an eBook</Button>
      </div>
      <ListFilters
        label="Search"
        placeholder="Title, author, or series"
        q={q}
        choice={{ label: 'Status', value: status, options: STATUSES }}
        onApply={(applied) => change({ q: applied.q, status: applied.choice as typeof status })}
      />
      <QueryBoundary query={books} placeholder={<ListSkeleton rows={6} height={116} />}>
        {({ books: list, meta }) =>
          list.length === 0 ? (
            <NoBooks isFiltered={isFiltered} onClear={clear} />
          ) : (
            <>
              <CardRows>
                {list.map((book) => (
                  <PartnerBookRow key={book.id} book={book} words={q} />
                ))}
              </CardRows>
              <Pagination meta={meta} href={pageHref} />
            </>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

const NoBooks = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState
      title="No matches"
      action={
        <Button type="button" look="quiet" onClick={onClear}>
          Show all books
        </Button>
      }
    >
      None of your books match this search.
    </EmptyState>
  ) : (
    <EmptyState title="No books yet" action={<Button to={paths.partnerBookNew()}>Add your first ebook</Button>}>
      Add a book, then schedule its first promotion.
    </EmptyState>
  );

const STATUS_WORDS = {
  active: 'Active',
  draft: 'Draft',
  archived: 'Archived',
};

const PartnerBookRow = ({ book, words }: { book: Book; words: string }) => (
  <CardRow
    picture={<Cover src={book.cover_url} alt="" width={56} />}
    aside={
      <>
        {book.status === 'active' && <Button to={paths.partnerPromotionNew(book.id)}>Promote</Button>}
        <Button to={paths.partnerBookEdit(book.id)} look="quiet">
          Edit
        </Button>
      </>
    }
  >
    <h2>
      <Link to={paths.partnerBook(book.id)}>
        <HighlightWords text={book.title} words={words} />
      </Link>
    </h2>
    <p>
      {book.author_name ? <HighlightWords text={book.author_name} words={words} /> : 'No author profile'}
      {book.series && (
        <>
          {' · '}
          <HighlightWords text={book.series} words={words} />
        </>
      )}
    </p>
    <p>{[book.category?.name, STATUS_WORDS[book.status ?? 'active']].filter(Boolean).join(' · ')}</p>
  </CardRow>
);
