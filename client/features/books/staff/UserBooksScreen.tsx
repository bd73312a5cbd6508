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
import { pagesText, ratingText } from '../book-facts.ts';
import { countText } from '../public/BookResults.tsx';
import { userBooksQuery } from './user-api.ts';

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Drafts' },
  { value: 'archived', label: 'Archived' },
];

const SEARCH_PARAMS = searchParams({ q: searchWords, status: oneOf(['active', 'draft', 'archived'], ''), page });

/** The books of all partners, the newest first; a search is sorted by relevance. */
export function UserBooksScreen() {
  const { search, change, clear, isFiltered, pageHref } = useListSearch(SEARCH_PARAMS, 'user_books');
  const { q, status, page } = search;
  const query = useQuery(userBooksQuery({ q, status, page, per: RESULTS_PER_PAGE }));
  return (
    <Page>
      <Seo title="Books" description="Staff view of all partners’ books." noindex />
      <PageTitle lead="The books of all partners.">Books</PageTitle>
      <ListFilters
        label="Search"
        placeholder="Title, author, or series"
        q={q}
        choice={{ label: 'Status', value: status, options: STATUSES }}
        onApply={(applied) => change({ q: applied.q, status: applied.choice as typeof status })}
      />
      <QueryBoundary query={query} placeholder={<ListSkeleton rows={8} height={106} />}>
        {({ books, meta }) =>
          books.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'No matches' : 'No books yet'}
              action={
                isFiltered && (
                  <Button type="button" onClick={clear}>
                    Show all books
                  </Button>
                )
              }
            />
          ) : (
            <>
              <p role="status">{countText(meta.total_count, 'book', q)}</p>
              <CardRows>
                {books.map((book) => (
                  <UserBookRow key={book.id} book={book} words={q} />
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

const UserBookRow = ({ book, words }: { book: Book; words: string }) => (
  <CardRow
    picture={<Cover src={book.cover_url} alt="" width={56} />}
    aside={
      <Button to={paths.userBookEdit(book.id)} look="quiet">
        Edit
        <span className="visually-hidden"> {book.title}</span>
      </Button>
    }
  >
    <h2>
      <Link to={paths.userBook(book.id)}>
        <HighlightWords text={book.title} words={words} />
      </Link>
    </h2>
    <p>
      {book.author_name ? <HighlightWords text={book.author_name} words={words} /> : 'No author profile'} ·{' '}
      {book.partner && <Link to={paths.userPartner(book.partner.id)}>{book.partner.name}</Link>}
    </p>
    <p>{[book.status, book.category?.name, ratingText(book), pagesText(book)].filter(Boolean).join(' · ')}</p>
  </CardRow>
);
