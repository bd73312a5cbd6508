import { BookGrid } from '#client/ui/BookGrid.tsx';
import classes from '#client/ui/Books.module.css';
import { Button } from '#client/ui/Button.tsx';
import type { CardBook } from '#client/ui/card-book.ts';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { PastLastPage } from '#client/ui/PastLastPage.tsx';
import { MAX_SEARCH_RESULTS } from '#shared/business.ts';
import type { Meta } from '#shared/params.ts';
import { type BookSearch, bookSearchHref, isFiltered } from './book-search.ts';

type Props = { path: string; search: BookSearch; books: readonly CardBook[]; meta: Meta; noun: 'book' | 'deal' };

/** The books of a search, their number, and links to the other pages. */
export function BookResults({ path, search, books, meta, noun }: Props) {
  const hasFilters = isFiltered(search);
  if (books.length === 0 && meta.total_count > 0) return <PastLastPage />;
  if (books.length === 0) {
    return (
      <EmptyState
        title={hasFilters ? 'No matches' : `No ${noun}s right now`}
        action={hasFilters && <Button to={path}>Clear the filters</Button>}
      >
        {hasFilters
          ? 'Try fewer words or another category.'
          : 'New deals arrive every day. Sign up below to get them by email.'}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.count} role="status">
        {countText(meta.total_count, noun, search.q)}
        {search.q && ` for “${search.q}”`}
      </p>
      <BookGrid books={books} heading="h2" isAboveFold words={search.q} />
      <Pagination meta={meta} href={(page) => bookSearchHref(path, { ...search, page })} />
    </>
  );
}

/** '12 deals', or '1,000+ deals' for a search, which finds the thousand most popular matches and exact titles. */
export function countText(total: number, noun: string, q: string) {
  if (total === 1) return `1 ${noun}`;
  return `${total.toLocaleString('en-US')}${q && total >= MAX_SEARCH_RESULTS ? '+' : ''} ${noun}s`;
}
