import { queryOptions } from '@tanstack/react-query';
import type { App, LoadArgs } from '#client/api/app.ts';
import type { CardBook } from '#client/ui/card-book.ts';
import { page, searchParams } from '#client/ui/search-params.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { newslettersApi } from '#shared/api/newsletters.ts';
import type { ArchivedDeal, NewsletterKind } from '#shared/newsletters.ts';

const SEARCH_PARAMS = searchParams({ page });
export const archivePage = (search: URLSearchParams) => SEARCH_PARAMS.read(search).page;
export const archiveHref = (path: string, pageNumber: number) => path + SEARCH_PARAMS.write({ page: pageNumber });

const PER_PAGE = 50;

export const archiveListQuery = (api: PublicApi, pageNumber: number) =>
  queryOptions({
    queryKey: ['newsletter archive', pageNumber],
    queryFn: () => api(newslettersApi).archive({ query: { page: pageNumber, per: PER_PAGE } }),
  });

export const archivedNewsletterQuery = (api: PublicApi, date: string, kind: NewsletterKind) =>
  queryOptions({
    queryKey: ['archived newsletter', date, kind],
    queryFn: async () => (await api(newslettersApi).showArchived({ date, query: { kind } })).archived_newsletter,
  });

/** The latest daily newsletter that went out, or null before the first. */
export const todayQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['today'],
    queryFn: async () => {
      const [latest] = (await api(newslettersApi).archive({ query: { kind: 'daily', page: 1, per: 1 } }))
        .newsletter_archive;
      return latest
        ? (await api(newslettersApi).showArchived({ date: latest.newsletter_date, query: {} })).archived_newsletter
        : null;
    },
  });

export const loadToday = ({ api, queryClient }: App) => queryClient.ensureQueryData(todayQuery(api));

export const loadArchive = ({ api, queryClient }: App, { url }: LoadArgs) =>
  queryClient.ensureQueryData(archiveListQuery(api, archivePage(url.searchParams)));

export const loadArchivedNewsletter = ({ api, queryClient }: App, { params }: LoadArgs, kind: NewsletterKind) =>
  queryClient.ensureQueryData(archivedNewsletterQuery(api, params.date ?? '', kind));

/** Book card for an archived deal, with the price at the time. */
export const cardOfDeal = (deal: ArchivedDeal, promotion_date: string): CardBook => ({
  id: deal.book_id,
  slug: deal.slug,
  title: deal.title,
  author_name: deal.author_name,
  category_id: deal.category_id,
  cover_url: deal.cover_url,
  stores: deal.stores,
  deal: {
    promotion_id: deal.promotion_id,
    sale_price_cents: deal.sale_price_cents,
    current_price_cents: deal.current_price_cents,
    price_type: deal.sale_price_cents === 0 ? 'free' : 'discounted',
    promotion_date,
    deal_ends_on: deal.deal_ends_on,
    store_links: {},
  },
});
