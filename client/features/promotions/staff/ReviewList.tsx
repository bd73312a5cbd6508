import { Link } from '#client/app/router.ts';
import { bookFacts, pagesText, ratingText, storesText } from '#client/features/books/book-facts.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Marked } from '#client/ui/Marked.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Price } from '#client/ui/Price.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { DecisionBar } from './DecisionBar.tsx';
import { History } from './History.tsx';
import { dealFacts } from './promotion-facts.ts';
import { LastPromotion, RuleVerdicts, ThatDate } from './ReviewContext.tsx';
import classes from './ReviewList.module.css';
import { BookWords, ChangedAfterApproval, ClosesIn, Conversation } from './ReviewParts.tsx';
import { byDate } from './review-list.ts';
import { isLane, type ReviewSearch, reviewSearchText } from './review-search.ts';
import { type Review, rowId } from './use-review.ts';

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

/** A promotion in the queue; the selected one is open. */
function ReviewRow({ promotion, review, words }: { promotion: Promotion; review: Review; words: string }) {
  const isOpen = review.selected === promotion.id;
  const refusal = review.refusals[promotion.id];
  const { book, category, partner } = promotion;
  return (
    <li className={classes.row} data-open={isOpen}>
      <div className={classes.head}>
        {book && <Cover src={book.cover_url} alt="" width={56} />}
        <div className={classes.words}>
          <h3 className={classes.title}>
            <button
              type="button"
              id={rowId(promotion.id)}
              aria-expanded={isOpen}
              aria-controls={isOpen ? `${rowId(promotion.id)}-details` : undefined}
              onClick={() => review.select(promotion.id)}
            >
              <Marked text={book?.title ?? `Promotion ${promotion.id}`} words={words} />
            </button>
          </h3>
          <p>
            {book?.author_name && (
              <>
                by <Marked text={book.author_name} words={words} />
                {' · '}
              </>
            )}
            {category?.name}
          </p>
          {book && (
            <p className={classes.facts}>
              {ratingText(book)} · {pagesText(book)} · {storesText(book)}
            </p>
          )}
        </div>
        <div className={classes.deal}>
          <StatusBadge status={promotion.display_status} />
          <ClosesIn promotion={promotion} />
          <Price {...promotion} />
          {promotion.at_risk && <p className={classes.risk}>Won’t be sent: {promotion.at_risk}</p>}
          <p className={classes.facts}>{partner?.name}</p>
        </div>
      </div>
      {refusal && <Alert kind="error">{refusal}</Alert>}
      {isOpen && (
        <div id={`${rowId(promotion.id)}-details`}>
          <ReviewDetails promotion={promotion} review={review} />
        </div>
      )}
    </li>
  );
}

/** Everything staff need for a decision. */
function ReviewDetails({ promotion, review }: { promotion: Promotion; review: Review }) {
  const { book, partner } = promotion;
  return (
    <div className={classes.details}>
      <DecisionBar
        promotion={promotion}
        date={review.dates[promotion.id] ?? ''}
        onDate={(date) => review.chooseDate(promotion.id, date)}
        onApprove={() => review.approve(promotion)}
        onAcceptChanges={() => review.acceptChanges(promotion)}
        onAsk={(question) => review.ask(question, promotion, review.dates[promotion.id])}
        withKeys
      />
      <ChangedAfterApproval promotion={promotion} />
      <Conversation promotion={promotion} />
      {book && <BookWords book={book} blurb={promotion.blurb_override} />}
      <FactList facts={[...dealFacts(promotion), ...(book ? bookFacts(book) : [])]} />
      <div className={classes.columns}>
        <RuleVerdicts promotion={promotion} heading="h4" />
        <ThatDate promotion={promotion} heading="h4" />
        <LastPromotion promotion={promotion} heading="h4" />
      </div>
      <section className={classes.history} aria-label="History">
        <h4>History</h4>
        <div className={classes.columns}>
          <History promotion={promotion} heading="h5" />
        </div>
      </section>
      <p className={classes.links}>
        <Link to={paths.userPromotion(promotion.id)}>Everything about this promotion</Link>
        <Link to={paths.userBook(promotion.book_id)}>The book</Link>
        {partner && <a href={`mailto:${partner.email}`}>{partner.email}</a>}
      </p>
    </div>
  );
}
