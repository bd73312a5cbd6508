import { useQuery } from '@tanstack/react-query';
import { promotionsQuery } from '#client/api/partner-promotions.ts';
import { useResultSummaries } from '#client/api/partner-results.ts';
import { ListFilters } from '#client/ui/app/ListFilters.tsx';
import { useListSearch } from '#client/ui/app/list-search.ts';
import { PromotionList } from '#client/ui/app/PromotionList.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { oneOf, page, searchParams, searchWords } from '#client/ui/search-params.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { resultsApi } from '#shared/api/results.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { DISPLAY_STATUSES, type DisplayStatus } from '#shared/status.ts';

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const STATUSES = [
  { value: '', label: 'All statuses' },
  ...DISPLAY_STATUSES.map((status) => ({ value: status, label: capitalize(status) })),
];

const SEARCH_PARAMS = searchParams({ q: searchWords, display_status: oneOf(DISPLAY_STATUSES, ''), page });

export function PartnerPromotionsScreen() {
  const { search, change, clear, isFiltered, pageHref } = useListSearch(SEARCH_PARAMS, 'partner_promotions');
  const { q, display_status, page } = search;
  const promotions = useQuery({
    ...promotionsQuery({
      q,
      display_status,
      page,
      per: RESULTS_PER_PAGE,
      sort_col: 'booked_date',
      sort_dir: 'desc',
    }),
    refetchInterval: ({ state }) => (state.data?.promotions.some(isRunning) ? MINUTE_MS : false),
  });
  const summaries = useResultSummaries(promotions.data?.promotions);
  const total = promotions.data?.meta.total_count;
  return (
    <Page>
      <Seo title="My promotions" description="Your booked and past promotions." noindex />
      <PageTitle>My promotions</PageTitle>
      <Row>
        <Button to={paths.partnerPromotionNew()}>Add a promotion</Button>
        <Button to={paths.partnerSeriesBooking()} look="quiet">
          Book a series
        </Button>
        {total ? (
          <DownloadButton path={promotionsApi.csv.path} query={{ q, display_status }}>
            {isFiltered ? 'Download these as CSV' : 'Download as CSV'}
          </DownloadButton>
        ) : null}
        {summaries && summaries.size > 0 && (
          <DownloadButton path={resultsApi.csv.path}>Download your sales as CSV</DownloadButton>
        )}
      </Row>
      <ListFilters
        label="Search"
        placeholder="Title or author"
        q={q}
        choice={{ label: 'Status', value: display_status, options: STATUSES }}
        onApply={(applied) => change({ q: applied.q, display_status: applied.choice as typeof display_status })}
      />
      <p role="status">
        {total !== undefined ? formatCount(total, 'promotion') : promotions.isError ? null : 'Loading'}
      </p>
      <QueryBoundary query={promotions} placeholder={<ListSkeleton rows={6} height={104} />}>
        {({ promotions: matches, meta }) =>
          matches.length === 0 ? (
            <NoPromotions status={display_status} isFiltered={isFiltered} onClear={clear} />
          ) : (
            <>
              <PromotionList promotions={matches} words={q} summaries={summaries} />
              <Pagination meta={meta} href={pageHref} />
            </>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

/** True from the send until the clicks are settled: the promotion's clicks and cost can change. */
const isRunning = ({ money }: Promotion) => money.so_far !== null;

type NoneProps = { status: DisplayStatus | ''; isFiltered: boolean; onClear: () => void };

const NoPromotions = ({ status, isFiltered, onClear }: NoneProps) =>
  isFiltered ? (
    <EmptyState
      title={status ? `No promotions with the status “${status}”` : 'No matches'}
      action={
        <Button type="button" look="quiet" onClick={onClear}>
          Show all promotions
        </Button>
      }
    >
      None of your promotions match this search.
    </EmptyState>
  ) : (
    <EmptyState
      title="No promotions yet"
      action={<Button to={paths.partnerPromotionNew()}>Book your first date</Button>}
    >
      Choose a book and a date. You’ll pay per billable click after the newsletter goes out, and never more than $60.00.
    </EmptyState>
  );
