import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { useSearchParams } from '#client/app/router.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';
import { BookFilterForm } from './BookFilterForm.tsx';
import { BookResults } from './BookResults.tsx';
import { bookFilters, bookSearchHref, bookSearchOf, isFiltered } from './book-search.ts';
import { booksQuery } from './queries.ts';

export function BooksScreen() {
  const { api } = useApp();
  const search = bookSearchOf(useSearchParams()[0]);
  const { data } = useSuspenseQuery(booksQuery(api, bookFilters(search)));
  const categories = useSuspenseQuery(categoriesQuery(api)).data;
  const path = paths.books();
  return (
    <Page>
      <Seo
        title="All books"
        page={search.page}
        description="Books by the authors and publishers on Deckle, with today’s deals marked."
        path={bookSearchHref(path, { page: search.page })}
        noindex={isFiltered(search)}
      />
      <PageTitle lead="Browse every book on Deckle. A price under the cover means it’s on sale now.">
        All books
      </PageTitle>
      <BookFilterForm action={path} search={search} categories={categories} hasPriceFilters />
      <BookResults path={path} search={search} noun="book" {...data} />
    </Page>
  );
}
