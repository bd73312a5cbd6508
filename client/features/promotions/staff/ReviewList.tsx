import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import classes from './ReviewList.module.css';
import { ReviewRow } from './ReviewRow.tsx';
import { byDate } from './review-list.ts';
import { isLane, type ReviewSearch, reviewSearchText } from './review-search.ts';
import type { Review } from './use-review.ts';

const PATH = paths.userPromotions();

export function ReviewList({ review, search }: { review: Review; search: ReviewSearch }) {
  const { list } = review;
  if (list.isPending) return <ListSkeleton rows={6} height={112} />;
  if (list.isError && !list.data) return <NotLoaded retry={() => void list.refetch()} />;
  if (list.rows.length === 0 && search.store_action === 'replace' && search.page > 1)
    return (
      <EmptyState
        title="Nothing is left on this page"
        action={<Button to={firstPage(search)}>To the first page</Button>}
      />
    );
  if (list.rows.length === 0)
    return list.isFetching || list.total_count > 0 ? (
      <ListSkeleton rows={6} height={112} />
    ) : (
      <Nothing search={search} />
    );
  return (
    <div className={classes.list} aria-busy={list.isPlaceholderData}>
      {byDate(list.rows).map(({ date, promotions }) => (
        <section key={`${date} ${promotions[0]?.id}`} className={classes.group}>
          <h2 className={classes.date}>
            <DateText date={date} />
          </h2>
          <ol className={classes.rows}>
            {promotions.map((promotion) => (
              <ReviewRow key={promotion.id} promotion={promotion} review={review} words={search.q} />
            ))}
          </ol>
        </section>
      ))}
      {search.store_action === 'replace' && list.meta && (
        <Pagination meta={list.meta} href={(page) => PATH + reviewSearchText({ ...search, page })} />
      )}
      {list.hasNextPage && (
        <div className={classes.more}>
          <Button type="button" look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show {Math.min(RESULTS_PER_PAGE, list.total_count - list.rows.length)} more
          </Button>
        </div>
      )}
    </div>
  );
}

const firstPage = (search: ReviewSearch) => PATH + reviewSearchText({ ...search, page: 1 });

const NotLoaded = ({ retry }: { retry: () => void }) => (
  <Alert kind="error" title="The promotions could not be loaded.">
    <Button type="button" look="quiet" onClick={retry}>
      Try again
    </Button>
  </Alert>
);

const Nothing = ({ search }: { search: ReviewSearch }) =>
  isLane(search.status) && reviewSearchText({ ...search, store_action: 'add', status: undefined }) === '' ? (
    <EmptyState
      title={search.status === 'date_passed' ? 'No dates missed' : 'Everything is decided'}
      action={<Button to={`${PATH}?status=awaiting+promotion+date`}>See what is approved</Button>}
    >
      {search.status === 'date_passed'
        ? 'Promotions appear here when all dates their partner named have passed without a decision.'
        : 'New promotions appear here as soon as partners submit them.'}
    </EmptyState>
  ) : (
    <EmptyState title="No promotion fits" action={<Button to={PATH}>Back to the queue</Button>}>
      Nothing matches these filters.
    </EmptyState>
  );
