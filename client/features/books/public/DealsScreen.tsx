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
  const free = useParams().freeOnly !== undefined;
  const search = bookSearchOf(useSearchParams()[0]);
  const { data } = useSuspenseQuery(booksQuery(api, bookFilters(search, dealFilters(free))));
  const categories = useSuspenseQuery(categoriesQuery(api)).data;
  const path = paths.deals(free);
  return (
    <Page>
      <Seo
        title={`${free ? 'Free ebooks' : 'Ebook deals'} today`}
        page={search.page}
        description={`Today’s ${free ? 'free ebooks' : 'ebook deals: free, 99 cents, or at least half off'}, checked by editors.`}
        path={bookSearchHref(path, { page: search.page })}
        noindex={isFiltered(search)}
      />
      <PageTitle
        lead={
          free
            ? 'Free while the offer lasts, checked by editors.'
            : 'Free, 99 cents, or at least half off, checked by editors.'
        }
      >
        {free ? 'Free ebooks' : 'All ebook deals'}
      </PageTitle>
      <Link to={paths.today()}>Today’s newsletter</Link>
      <BookFilterForm action={path} search={search} categories={categories} hasPrice={!free} />
      <BookResults path={path} search={search} noun="deal" {...data} />
    </Page>
  );
}
