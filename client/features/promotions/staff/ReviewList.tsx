import { type MouseEvent, memo, useLayoutEffect, useRef, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { areShortcutsEnabled } from '#client/ui/app/keys.ts';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { HighlightWords } from '#client/ui/HighlightWords.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { formatDealPrice } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import type { Presence } from '#shared/review-live.ts';
import type { ReviewLane } from '#shared/status.ts';
import { BulkBar } from './BulkBar.tsx';
import { amountDue, canCharge } from './confirm-charge.ts';
import classes from './ReviewList.module.css';
import { ClosesIn } from './ReviewParts.tsx';
import { isLane, type ReviewSearch, reviewSearchText } from './review-search.ts';
import { Decider, Viewers } from './Team.tsx';
import { TextButton } from './TextButton.tsx';
import { DETAILS_ID } from './use-live-queue.ts';
import { type Review, rowId } from './use-review.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';
import { verdictOf } from './verdict.ts';

const PATH = paths.userPromotions();
const ROW_HEIGHT = 40;
/** `detail` of a click by Enter, Space, or a screen reader; the mouse counts its clicks from 1. */
const BY_KEY = 0;

/** The left pane: one row for each promotion. */
export function ReviewList({ review, search }: { review: Review; search: ReviewSearch }) {
  const { list, departed, team, selection } = review;
  const handlers = useRowHandlers(review);
  return (
    <>
      <BulkBar review={review} />
      <ol
        ref={useSteadyScroll(list.rows, review.selected)}
        className={classes.rows}
        aria-label="Promotions"
        aria-busy={list.isPlaceholderData}
      >
        {list.rows.map((promotion) => (
          <ReviewRow
            key={promotion.id}
            promotion={promotion.id === departed?.id ? departed : promotion}
            watchers={team.viewersOf(promotion.id)}
            decider={team.deciderOf(promotion.id)}
            isSelected={review.selected === promotion.id}
            isRefused={review.selected !== promotion.id && review.refusalOf(promotion) !== null}
            words={search.q}
            isChecked={selection.has(promotion.id)}
            handlers={handlers}
          />
        ))}
      </ol>
      {search.store_action === 'replace' && list.meta && (
        <Pagination meta={list.meta} href={(page) => PATH + reviewSearchText({ ...search, page })} />
      )}
      {list.hasNextPage && (
        <div className={classes.more}>
          <Button type="button" look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show {Math.min(RESULTS_PER_PAGE, list.total_count - list.listed_count)} more
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns the same object in each render, so that a decision rerenders only the rows that it changes. */
function useRowHandlers(review: Review) {
  const latest = useRef(review);
  useLayoutEffect(() => {
    latest.current = review;
  });
  return useState(() => ({
    onToggle: (id: number, asRange: boolean) => latest.current.selection.toggle(id, { asRange }),
    onOpen: (id: number, { detail, shiftKey }: MouseEvent) =>
      shiftKey
        ? latest.current.selection.toggle(id, { asRange: true })
        : latest.current.open(id, { withFocus: detail === BY_KEY }),
    onCharge: (promotion: Promotion) => void latest.current.charge(promotion),
  }))[0];
}

/** Replaces both panes if there are no rows; null if there are. */
export function renderEmptyList({ list }: Review, search: ReviewSearch) {
  if (list.rows.length > 0) return null;
  if (list.isError) return <NotLoaded retry={() => void list.refetch()} />;
  if (list.isPending) return <ListSkeleton rows={12} height={ROW_HEIGHT} />;
  if (search.store_action === 'replace' && search.page > 1)
    return (
      <EmptyState
        title="No promotions left on this page"
        action={<Button to={firstPage(search)}>Go to the first page</Button>}
      />
    );
  return list.isPlaceholderData || list.total_count > 0 ? (
    <ListSkeleton rows={12} height={ROW_HEIGHT} />
  ) : (
    <EmptyLane search={search} />
  );
}

const firstPage = (search: ReviewSearch) => PATH + reviewSearchText({ ...search, page: 1 });

const NotLoaded = ({ retry }: { retry: () => void }) => (
  <Alert kind="error" title="The promotions didn’t load">
    <Button type="button" look="quiet" onClick={retry}>
      Try again
    </Button>
  </Alert>
);

const EMPTY_LANES: Record<ReviewLane, { title: string; text: string }> = {
  date_passed: {
    title: 'No missed dates',
    text: 'Promotions appear here when all of the dates the partner requested have passed without a decision.',
  },
  changed_after_approval: {
    title: 'No changes to review',
    text: 'Approved promotions appear here when their partner changes what you approved.',
  },
  closes_next: {
    title: 'Nothing undecided for the next newsletter',
    text: 'Undecided promotions appear here when the newsletter that closes next is their last chance.',
  },
  feedback_answered: {
    title: 'No answers to read',
    text: 'Promotions appear here when their partner answers your question.',
  },
  to_decide: {
    title: 'You’re all caught up',
    text: 'New promotions appear here as soon as partners submit them.',
  },
  payment_failed: {
    title: 'No failed payments',
    text: 'Promotions appear here when the charge for them is declined.',
  },
};

const EmptyLane = ({ search }: { search: ReviewSearch }) =>
  isLane(search.status) && reviewSearchText({ ...search, store_action: 'add', status: undefined }) === '' ? (
    <EmptyState
      title={EMPTY_LANES[search.status].title}
      action={<Button to={`${PATH}?status=awaiting+promotion+date`}>View approved promotions</Button>}
    >
      {EMPTY_LANES[search.status].text}
    </EmptyState>
  ) : (
    <NoMatches search={search} />
  );

/** Offers the next wider search: the same words in all promotions, or else the list without filters. */
function NoMatches({ search }: { search: ReviewSearch }) {
  const { q, store_action } = search;
  if (!q)
    return (
      <EmptyState title="No matches" action={<Button to={PATH}>Clear all filters</Button>}>
        No promotions match these filters.
      </EmptyState>
    );
  const inAll = reviewSearchText({ q, store_action, status: 'all' });
  return reviewSearchText({ ...search, page: 1, order: undefined }) === inAll ? (
    <EmptyState title="No matches" action={<Button to={PATH}>Clear the search</Button>}>
      No promotions match “{q}”. “Find anything” in the top bar also finds partners and books without promotions.
    </EmptyState>
  ) : (
    <EmptyState title="No matches" action={<Button to={PATH + inAll}>Search all promotions</Button>}>
      No promotions match “{q}” with these filters.
    </EmptyState>
  );
}

type RowProps = {
  promotion: Promotion;
  watchers: readonly Presence[];
  decider: Presence | null;
  isSelected: boolean;
  isRefused: boolean;
  words: string;
  isChecked: boolean;
  handlers: ReturnType<typeof useRowHandlers>;
};

const isUnpaid = ({ display_status }: Promotion) =>
  display_status === 'payment failed' || display_status === 'awaiting payment';

const ReviewRow = memo((props: RowProps) => {
  const { promotion, watchers, decider, isSelected, isRefused, words, isChecked, handlers } = props;
  const { id, book, partner } = promotion;
  const verdict = verdictOf(promotion);
  return (
    <li data-checked={isChecked || undefined}>
      <label className={classes.mark}>
        <input
          type="checkbox"
          checked={isChecked}
          // The x key does the same, so Tab can skip the checkboxes.
          tabIndex={areShortcutsEnabled() ? -1 : 0}
          aria-label={`Select ${book?.title ?? `promotion ${id}`}`}
          onChange={({ nativeEvent }) =>
            handlers.onToggle(id, (nativeEvent as globalThis.MouseEvent).shiftKey === true)
          }
        />
      </label>
      <div className={classes.cell}>
        <button
          type="button"
          id={rowId(id)}
          className={classes.row}
          aria-current={isSelected || undefined}
          aria-controls={isSelected ? DETAILS_ID : undefined}
          onClick={(event) => handlers.onOpen(id, event)}
        >
          {book ? <Cover src={book.cover_url} alt="" width={24} /> : <span />}
          <span className={classes.words}>
            <span className={classes.line}>
              <span className={classes.title}>
                <HighlightWords text={book?.title ?? `Promotion ${id}`} words={words} />
              </span>{' '}
              {isRefused && <span className={classes.refused}>not changed</span>}{' '}
              <span className={classes.price}>
                {isUnpaid(promotion) ? `${amountDue(promotion)} due` : formatDealPrice(promotion.sale_price_cents)}
              </span>
            </span>{' '}
            <span className={classes.line}>
              <span className={classes.partner}>{partner?.name}</span>{' '}
              <Viewers people={watchers.filter(({ user_id }) => user_id !== decider?.user_id)} />{' '}
              {decider ? (
                <Decider person={decider} />
              ) : (
                <span className={classes.verdict} data-tone={verdict.tone}>
                  {verdict.text}
                </span>
              )}{' '}
              <ClosesIn promotion={promotion} />
            </span>
          </span>
        </button>
      </div>
      {canCharge(promotion) && (
        <TextButton className={classes.charge!} onClick={() => handlers.onCharge(promotion)}>
          Charge<span className="visually-hidden"> for {book?.title ?? `promotion ${id}`}</span>
        </TextButton>
      )}
    </li>
  );
});
