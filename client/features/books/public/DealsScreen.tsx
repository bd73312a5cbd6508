import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Link, useParams, useSearchParams } from '#client/app/router.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
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
        title={free ? 'Free ebooks today' : 'Ebook deals today'}
        page={search.page}
        description={
          free
            ? 'Today’s free ebooks, checked by editors, with links to every store that has them.'
            : 'Today’s ebook deals, checked by editors: free, 99 cents, or at least half off, with links to every store that has them.'
        }
        path={bookSearchHref(path, { page: search.page })}
        noindex={isFiltered(search)}
      />
      <PageTitle
        lead={
          free
            ? 'Free while the offer lasts. Prices can change, so check in the store before you tap “Buy”.'
            : 'Free, 99 cents, or at least half off, and checked by an editor.'
        }
      >
        {free ? 'Free ebooks' : 'All ebook deals'}
      </PageTitle>
      <p>
        <Link to={newsletterPaths.today()}>Today on Deckle</Link>: the latest newsletter’s deals on one page.
      </p>
      <BookFilterForm action={path} search={search} categories={categories} hasPrice={!free} />
      <BookResults path={path} search={search} noun="deal" {...data} />
    </Page>
  );
}
