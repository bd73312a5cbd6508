import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Link, useParams, useSearchParams } from '#client/app/router.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';
import { BookFilterForm } from './BookFilterForm.tsx';
import { BookResults } from './BookResults.tsx';
import { bookFilters, bookSearchHref, bookSearchOf, isFiltered } from './book-search.ts';
import { booksQuery, dealFilters } from './queries.ts';

/** /ebook-deals, and /ebook-deals/free-ebooks for the free list. */
export function DealsScreen() {
  const { api } = useApp();
  const isFreeList = useParams().freeOnly !== undefined;
  const search = bookSearchOf(useSearchParams()[0]);
  const { data } = useSuspenseQuery(booksQuery(api, bookFilters(search, dealFilters(isFreeList))));
  const categories = useSuspenseQuery(categoriesQuery(api)).data;
  const path = paths.deals(isFreeList);
  return (
    <Page>
      <Seo
        title={`${isFreeList ? 'Free ebooks' : 'Ebook deals'} today`}
        page={search.page}
        description={`Today’s ${isFreeList ? 'free ebooks' : 'ebook deals: free, 99 cents, or at least half off'}, checked by editors.`}
        path={bookSearchHref(path, { page: search.page })}
        noindex={isFiltered(search)}
      />
      <PageTitle
        lead={
          isFreeList
            ? 'Free while the offer lasts, checked by editors.'
            : 'Free, 99 cents, or at least half off, checked by editors.'
        }
      >
        {isFreeList ? 'Free ebooks' : 'All ebook deals'}
      </PageTitle>
      <Link to={paths.today()}>Today’s newsletter</Link>
      <BookFilterForm action={path} search={search} categories={categories} hasPriceFilters={!isFreeList} />
      <BookResults path={path} search={search} noun="deal" {...data} />
    </Page>
  );
}
