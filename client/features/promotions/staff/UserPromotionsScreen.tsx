import { IconClock, IconHistory, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { type CategoryName, categoriesQuery } from '#client/api/categories.ts';
import { laneCountsQuery } from '#client/api/lane-counts.ts';
import { Link, useNavigate } from '#client/app/router.ts';
import { Dialog } from '#client/ui/app/Dialog.tsx';
import { openKeySheet } from '#client/ui/app/KeySheet.tsx';
import { shortcutAttributes } from '#client/ui/app/keys.ts';
import { useListSearch } from '#client/ui/app/list-search.ts';
import { Segments } from '#client/ui/app/Segments.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { useSyncedFormValues } from '#client/ui/use-synced-form-values.ts';
import { formatCount } from '#shared/counts.ts';
import { addDays } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { REVIEW_LANES, REVIEW_ORDERS, type ReviewLane, type ReviewOrder } from '#shared/status.ts';
import { BulkReportDialog } from './BulkBar.tsx';
import { pendingBulkText, reportText } from './bulk.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import { shortDate } from './date-choices.ts';
import { doneText, moneyOutcomeText, PENDING_TEXTS, UNDONE_TEXT } from './decision-forms.ts';
import { UNDO_KEYS, UndoKey } from './Key.tsx';
import { ReviewDetails } from './ReviewDetails.tsx';
import { ReviewList, renderEmptyList } from './ReviewList.tsx';
import type { RecentDecision } from './recent-decisions.ts';
import {
  choiceOf,
  isLane,
  type ReviewSearch,
  reviewCountText,
  reviewSearchOf,
  reviewSearchText,
  SEARCH_PARAMS,
  STATUS_CHOICES,
  submittedSearch,
} from './review-search.ts';
import { SavedViews } from './SavedViews.tsx';
import { SecondsLeft } from './SecondsLeft.tsx';
import { SuspiciousPromotions } from './SuspiciousPromotions.tsx';
import { EventAge, TeamNotice } from './Team.tsx';
import { TextButton } from './TextButton.tsx';
import { UndoTimeChoice } from './UndoTimeChoice.tsx';
import classes from './UserPromotionsScreen.module.css';
import { UNKNOWN_TEXT } from './use-decisions.ts';
import { PANES_ID, type Review, useReview } from './use-review.ts';
import { capitalize } from './verdict.ts';

/** The review queue: a list, and the selected promotion beside it. Keys move through the list and decide. */
export function UserPromotionsScreen() {
  const { search } = useListSearch(SEARCH_PARAMS, 'user_promotions');
  const [showsDecisions, setShowsDecisions] = useState(false);
  const [showsReport, setShowsReport] = useState(false);
  const [showsUndoTime, setShowsUndoTime] = useState(false);
  const [showsFilters, setShowsFilters] = useState(false);
  const review = useReview(search);
  return (
    <div className={classes.screen} data-pane={review.panes.pane}>
      <Page>
        <Seo title="Promotions" description="The review queue of all promotions." noindex />
        <div className={classes.top}>
          <PageTitle>Promotions</PageTitle>
          <SuspiciousPromotions />
          <LaneTabs search={search} />
          <ReviewFilters search={search} isOpen={showsFilters} onLeave={review.focusRow} />
        </div>
        <div>
          <ReviewStatus
            review={review}
            search={search}
            filters={
              <FiltersButton
                isOpen={showsFilters}
                isNarrowed={isNarrowed(search)}
                onToggle={() => setShowsFilters(!showsFilters)}
              />
            }
            onDecisions={() => setShowsDecisions(true)}
            onReport={() => setShowsReport(true)}
            onUndoTime={() => setShowsUndoTime(true)}
          />
          <Panes review={review} search={search} />
        </div>
        <DecisionDialog
          openForm={review.openForm}
          done={review.done}
          report={review.bulk.report}
          notice={<TeamNotice review={review} />}
          current={review.current}
          onDecide={review.decide}
          onClose={review.closeDialog}
        />
        <BulkReportDialog report={review.bulk.report} isOpen={showsReport} onClose={() => setShowsReport(false)} />
        <Dialog isOpen={showsUndoTime} onClose={() => setShowsUndoTime(false)} title="Time to undo">
          <UndoTimeChoice onChoose={review.chooseUndoSeconds} />
        </Dialog>
        <RecentDecisionsDialog review={review} isOpen={showsDecisions} onClose={() => setShowsDecisions(false)} />
      </Page>
    </div>
  );
}

function Panes({ review, search }: { review: Review; search: ReviewSearch }) {
  const nothing = renderEmptyList(review, search);
  if (nothing) return <div className={classes.nothing}>{nothing}</div>;
  return (
    <div id={PANES_ID} className={classes.panes}>
      <div className={classes.list}>
        <ReviewList review={review} search={search} />
      </div>
      <div className={classes.details}>
        <TextButton className={classes.back!} onClick={review.panes.backToList}>
          Back to the list
        </TextButton>
        {review.current && <ReviewDetails key={review.current.id} promotion={review.current} review={review} />}
      </div>
    </div>
  );
}

const LANE_NAMES: Record<ReviewLane, string> = {
  date_passed: 'Date passed',
  changed_after_approval: 'Changed after approval',
  closes_next: 'Closes next',
  feedback_answered: 'Feedback answered',
  to_decide: 'Needs a decision',
  payment_failed: 'Payment failed',
};

/** Names of the lanes. `closes_next` is named by its newsletter's date, such as 'Closes today' or 'Closes tomorrow'. */
function useLaneName(closes_next: string | undefined) {
  const today = calendarDay(useShell());
  return (lane: ReviewLane) => {
    if (lane !== 'closes_next' || !closes_next) return LANE_NAMES[lane];
    if (closes_next === today) return 'Closes today';
    return closes_next === addDays(today, 1) ? 'Closes tomorrow' : `Closes ${shortDate(closes_next)}`;
  };
}

/** Shortens 'Changed after …' to 'Changed', except for screen readers, so that all tabs fit on one line. */
function LaneName({ name }: { name: string }) {
  const [short, ...rest] = name.split(' after');
  if (!rest.length) return <span>{name}</span>;
  return (
    <span title={name}>
      {short}
      <span className="visually-hidden"> after{rest.join(' after')}</span>
    </span>
  );
}

/** Pixels of the tab before the current one that stay visible, as a hint that there are more. */
const TAB_MARGIN = 88;

/** The lanes of the queue, each with its number of promotions. */
function LaneTabs({ search }: { search: ReviewSearch }) {
  const { data } = useQuery(laneCountsQuery());
  const nameOf = useLaneName(data?.closes_next);
  const lanes = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status or new counts move the current tab
  useEffect(() => {
    const current = lanes.current?.querySelector<HTMLElement>('[aria-current]');
    if (current) lanes.current!.scrollLeft = current.offsetLeft - TAB_MARGIN;
  }, [search.status, data]);
  return (
    <nav ref={lanes} aria-label="Review queues" className={classes.lanes}>
      {REVIEW_LANES.map((lane) => (
        <Link
          key={lane}
          to={paths.userPromotions() + reviewSearchText({ store_action: search.store_action, status: lane })}
          aria-current={search.status === lane ? 'page' : undefined}
        >
          <LaneName name={nameOf(lane)} /> {data && <span className={classes.count}>{data.lane_counts[lane]}</span>}
        </Link>
      ))}
    </nav>
  );
}

const PATH = paths.userPromotions();

type FiltersButtonProps = { isOpen: boolean; isNarrowed: boolean; onToggle: () => void };

/** Opens or closes the search and the filters on phones, where they would push the list off the screen. */
const FiltersButton = ({ isOpen, isNarrowed, onToggle }: FiltersButtonProps) => (
  <TextButton
    className={classes.tools!}
    aria-expanded={isOpen}
    aria-controls={FILTERS}
    data-active={isNarrowed || undefined}
    onClick={() => {
      if (!isOpen) document.getElementById(FILTERS)?.querySelector('input')?.focus();
      onToggle();
    }}
  >
    <IconSearch size={22} aria-hidden="true" />
    <span className="visually-hidden">Search and filters{isNarrowed && ', in use'}</span>
  </TextButton>
);

const FILTERS = 'promotion-filters';

type FiltersProps = { search: ReviewSearch; isOpen: boolean; onLeave: () => void };

/**
 * The filters are in the address. They apply when the form is submitted, and typed text stays until then. In the search
 * field, Escape clears words that haven't been searched for yet. Otherwise, it moves the focus to the list.
 */
function ReviewFilters({ search, isOpen: isShown, onLeave }: FiltersProps) {
  const navigate = useNavigate();
  const { data: categories = [] } = useQuery(categoriesQuery(useApp().api));
  const [isOpen, setOpen] = useState(() => isFiltered(search));
  const go = (part: Partial<ReviewSearch>) => void navigate(PATH + reviewSearchText({ ...search, page: 1, ...part }));

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    go({ ...submittedSearch(search, reviewSearchOf(params)), store_action: search.store_action });
  };
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || !['', search.q].includes(event.currentTarget.value)) return;
    event.preventDefault();
    onLeave();
  };
  return (
    <search id={FILTERS} className={classes.search} data-open={isShown || undefined}>
      <form ref={useSyncedFormValues(search)} className={classes.form} onSubmit={onSubmit}>
        <input
          type="search"
          name="q"
          defaultValue={search.q}
          maxLength={100}
          aria-label="Search all promotions: title, author, partner, email, ID, invoice, or ASIN"
          placeholder="Search all promotions"
          onKeyDown={onSearchKey}
          className={classes.words}
        />
        <Button look="quiet" type="submit">
          Show promotions
        </Button>
        <details className={classes.filters} open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
          <summary>Filters</summary>
          <div className={classes.fields}>
            <SelectField name="status" label="Status" defaultValue={choiceOf(search.status)} options={STATUSES} />
            <SelectField
              name="category_id"
              label="Category"
              defaultValue={search.category_id ?? ''}
              options={[{ value: '', label: 'All categories' }, ...categoryOptions(categories, search.category_id)]}
            />
            <Field type="date" name="date_from" label="From" defaultValue={search.date_from} />
            <Field type="date" name="date_to" label="To" defaultValue={search.date_to} />
            <SelectField name="order" label="Sort by" defaultValue={search.order} options={ORDERS} />
          </div>
          <div className={classes.more}>
            <span aria-hidden>“Show more” button</span>
            <Segments
              label="“Show more” button"
              value={search.store_action}
              onChange={(store_action) => go({ store_action })}
              options={[
                { value: 'add', label: 'Adds to the list' },
                { value: 'replace', label: 'Replaces the list' },
              ]}
            />
          </div>
        </details>
        {isNarrowed(search) && (
          <Link className={classes.clear!} to={PATH + reviewSearchText({ store_action: search.store_action })}>
            Clear filters
          </Link>
        )}
      </form>
      <SavedViews search={search} />
    </search>
  );
}

/** Includes the chosen category even before the categories have loaded, or the field would show “All categories”. */
const categoryOptions = (categories: readonly CategoryName[], id: number | null) => [
  ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ...(id && !categories.some((category) => category.id === id) ? [{ value: String(id), label: 'Loading…' }] : []),
];

const STATUSES = STATUS_CHOICES.map((value) => ({
  value,
  label: isLane(value) ? LANE_NAMES[value] : value === 'all' ? 'All promotions' : capitalize(value),
}));

const ORDER_NAMES: Record<ReviewOrder, string> = {
  date: 'By newsletter date',
  newest: 'Newest submission first',
  oldest: 'Oldest submission first',
};
const ORDERS = REVIEW_ORDERS.map((value) => ({ value, label: ORDER_NAMES[value] }));

/**
 * True if a filter under “Filters” is set. A lane doesn't count, because it has its own tab. Nor does “All promotions”
 * with search words, because a search sets it.
 */
const isFiltered = ({ category_id, date_from, date_to, order, status, q }: ReviewSearch) =>
  category_id !== null ||
  order !== 'date' ||
  date_from !== '' ||
  date_to !== '' ||
  !(isLane(status) || (status === 'all' && q !== ''));

const isNarrowed = ({ store_action: _shown, page: _page, ...filters }: ReviewSearch) =>
  reviewSearchText({ ...filters, store_action: 'add' }) !== '';

type StatusProps = {
  review: Review;
  search: ReviewSearch;
  filters: ReactNode;
  onDecisions: () => void;
  onReport: () => void;
  onUndoTime: () => void;
};

/** The number of promotions, and the last decision with the time to undo it. */
function ReviewStatus({ review, search, filters, onDecisions, onReport, onUndoTime }: StatusProps) {
  const { staged, undone, uncertain, refused, done, bulk } = review;
  const last = bulk.held ? null : (staged ?? undone ?? uncertain ?? refused ?? done);
  const isHeld = staged !== null || bulk.held !== null;
  return (
    <div className={classes.line}>
      <p role="status">
        {last && (
          <>
            <Link className={classes.book} to={paths.userPromotion(last.promotion.id)}>
              {last.promotion.book?.title ?? `#${last.promotion.id}`}
            </Link>{' '}
            {last === uncertain ? (
              'may have changed: we didn’t get a response'
            ) : last === refused ? (
              <RefusalText promotion={refused.promotion} />
            ) : last === undone ? (
              UNDONE_TEXT
            ) : staged ? (
              PENDING_TEXTS[last.decision.kind]
            ) : (
              doneText(last.decision.kind, moneyOutcomeText(last.decision.kind, last.promotion))
            )}
            {staged && <SecondsLeft until={review.endsAt} />}
            {'. '}
          </>
        )}
        {!last && <BulkStatus review={review} />}
        <span className={last || isHeld || bulk.report ? classes.aside : undefined}>
          {isHeld && 'You can undo this. '}
          {review.list.isPending ? 'Loading…' : reviewCountText(review.list, search)}
        </span>
      </p>
      <div className={classes.buttons}>
        {isHeld && (
          <TextButton
            className={classes.undo!}
            onClick={review.undo}
            {...shortcutAttributes(...UNDO_KEYS)}
            {...review.pauseHandlers}
          >
            Undo <UndoKey />
          </TextButton>
        )}
        {bulk.report && <TextButton onClick={onReport}>Bulk report</TextButton>}
        {!isHeld && filters}
        {review.recentDecisions.length > 0 && (
          <TextButton className={classes.recent!} data-held={isHeld || undefined} onClick={onDecisions}>
            <IconHistory size={22} aria-hidden="true" />
            <span>Recent decisions</span>
          </TextButton>
        )}
        <TextButton className={classes.keys!} onClick={openKeySheet}>
          Show shortcuts
        </TextButton>
        {/* The sheet of shortcuts has the same choice. */}
        <TextButton className={classes.hold!} onClick={onUndoTime} title="Time to undo">
          <IconClock size={22} aria-hidden="true" />
          <span className="visually-hidden">Time to undo</span>
        </TextButton>
      </div>
    </div>
  );
}

/** The last bulk decision, with the time to undo it. */
function BulkStatus({ review: { bulk, endsAt } }: { review: Review }) {
  const { held, undone, report } = bulk;
  if (held)
    return (
      <>
        {pendingBulkText(held)}
        <SecondsLeft until={endsAt} />
        {held.skipped.length > 0 && `; ${held.skipped.length} won’t be changed`}
        {'. '}
      </>
    );
  if (undone)
    return <>{formatCount(undone.promotions.length, 'promotion')} returned to the queue; nothing was sent. </>;
  return report && <>{reportText(report)}. </>;
}

const RefusalText = ({ promotion: { last_event } }: { promotion: Promotion }) => (
  <>
    wasn’t changed
    {last_event && (
      <>
        : <EventAge key={last_event.id} event={last_event} />
      </>
    )}
  </>
);

type DecisionsProps = { review: Review; isOpen: boolean; onClose: () => void };

/** The last decisions of this tab, with Undo while it's possible, or Reopen, which checks whether it's possible. */
const RecentDecisionsDialog = ({ review, isOpen, onClose }: DecisionsProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Recent decisions" size="lg">
    <ol className={classes.decisions}>
      {review.recentDecisions.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same promotion may be decided twice
        <li key={index}>
          <p>
            <Link to={paths.userPromotion(one.promotion.id)}>{one.promotion.title}</Link> {decisionOutcomeText(one)}
          </p>
          <UndoOrReopen decision={one} review={review} onClose={onClose} />
        </li>
      ))}
    </ol>
  </Dialog>
);

function decisionOutcomeText({ kind, outcome, money }: RecentDecision) {
  if (outcome === null) return `${PENDING_TEXTS[kind]}.`;
  if (outcome === 'undone') return `${UNDONE_TEXT}.`;
  if (outcome === 'unknown') return UNKNOWN_TEXT;
  return outcome === 'done' ? `${doneText(kind, money)}.` : `wasn’t changed. ${outcome.refusal}`;
}

/** Decisions that can be taken back after they were sent. */
const REOPENABLE: ReadonlySet<RecentDecision['kind']> = new Set(['approve', 'reject', 'cancel', 'cancel_approved']);

type UndoOrReopenProps = { decision: RecentDecision; review: Review; onClose: () => void };

function UndoOrReopen({ decision, review, onClose }: UndoOrReopenProps) {
  const { outcome, promotion, kind } = decision;
  // An earlier decision about the same promotion no longer applies.
  if (review.recentDecisions.find((one) => one.promotion.id === promotion.id) !== decision) return null;
  const { staged, bulk } = review;
  const isHeldInBulk = bulk.held?.promotions.some(({ id }) => id === promotion.id);
  if (outcome === null && (staged?.promotion.id === promotion.id || isHeldInBulk))
    return (
      <Button
        look="quiet"
        onClick={() => {
          review.undo();
          onClose();
        }}
        {...review.pauseHandlers}
      >
        {isHeldInBulk && bulk.held!.promotions.length > 1 ? `Undo all ${bulk.held!.promotions.length}` : 'Undo'}
      </Button>
    );
  if (outcome !== 'done' || !REOPENABLE.has(kind)) return null;
  return (
    <Button
      look="quiet"
      onClick={() => {
        onClose();
        void review.reopen(promotion.id);
      }}
    >
      Reopen<span className="visually-hidden"> {promotion.title}</span>
    </Button>
  );
}
