import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Link, useNavigate } from '#client/app/router.ts';
import { Dialog } from '#client/ui/app/Dialog.tsx';
import { useListSearch } from '#client/ui/app/list-search.ts';
import { Segments } from '#client/ui/app/Segments.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { useShownValues } from '#client/ui/use-shown-values.ts';
import { paths } from '#shared/paths.ts';
import { REVIEW_LANES, type ReviewLane } from '#shared/status.ts';
import { laneCounts } from './api.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import { DONE_WORDS, HELD_WORDS, UNDONE_WORDS } from './questions.ts';
import { ReviewList } from './ReviewList.tsx';
import { areKeysOn, isTimerOn, REVIEW_KEYS, switchKeys, switchTimer } from './review-keys.ts';
import { LANE_COUNTS } from './review-list.ts';
import {
  ADDRESS,
  isLane,
  type ReviewSearch,
  reviewSearchOf,
  reviewSearchText,
  STATUS_FILTERS,
} from './review-search.ts';
import { SuspiciousPromotions } from './SuspiciousPromotions.tsx';
import classes from './UserPromotionsScreen.module.css';
import { HOLD_MS } from './use-held.ts';
import { type Review, useReview } from './use-review.ts';

/** The review queue: one promotion is open at a time, keys walk through it and decide. */
export function UserPromotionsScreen() {
  const { search } = useListSearch(ADDRESS, 'user_promotions');
  const [showsKeys, setShowsKeys] = useState(false);
  const review = useReview(search, { help: () => setShowsKeys(true) });
  return (
    <Page>
      <Seo title="Promotions" description="The review queue of all promotions." noindex />
      <PageTitle lead="Promotions by newsletter date. Press ? for shortcuts.">Promotions</PageTitle>
      <SuspiciousPromotions />
      <LaneTabs search={search} />
      <ReviewFilters search={search} />
      <ReviewStatus review={review} onKeys={() => setShowsKeys(true)} />
      <ReviewList review={review} search={search} />
      <DecisionDialog asked={review.asked} done={review.done} onDecide={review.decide} onClose={review.closeDialog} />
      <KeysDialog opened={showsKeys} onClose={() => setShowsKeys(false)} />
    </Page>
  );
}

const LANE_NAMES: Record<ReviewLane, string> = {
  to_decide: 'To decide',
  date_passed: 'Date passed',
  changed_after_approval: 'Changed after approval',
};

/** The lanes of the queue, each with its number of promotions. */
function LaneTabs({ search }: { search: ReviewSearch }) {
  const { data } = useQuery({ queryKey: LANE_COUNTS, queryFn: laneCounts, meta: { silent: true } });
  return (
    <nav aria-label="Review lanes" className={classes.lanes}>
      {REVIEW_LANES.map((lane) => (
        <Link
          key={lane}
          to={paths.userPromotions() + reviewSearchText({ store_action: search.store_action, status: lane })}
          aria-current={search.status === lane ? 'page' : undefined}
        >
          {LANE_NAMES[lane]} {data && <span className={classes.count}>{data[lane]}</span>}
        </Link>
      ))}
    </nav>
  );
}

const PATH = paths.userPromotions();

/** The filters are in the address, and apply when the form is sent. */
function ReviewFilters({ search }: { search: ReviewSearch }) {
  const navigate = useNavigate();
  const { data: categories = [] } = useQuery(categoriesQuery(useApp().api));
  const go = (part: Partial<ReviewSearch>) => void navigate(PATH + reviewSearchText({ ...search, page: 1, ...part }));

  const onForm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    go({ ...reviewSearchOf(params), store_action: search.store_action });
  };
  return (
    <search>
      <form ref={useShownValues(search)} className={classes.form} onSubmit={onForm}>
        <div className={classes.words}>
          <Field type="search" name="q" label="Title or author" defaultValue={search.q} maxLength={100} />
        </div>
        <SelectField name="status" label="Status" defaultValue={search.status} options={STATUSES} />
        <SelectField
          name="category_id"
          label="Category"
          defaultValue={search.category_id ?? ''}
          options={[
            { value: '', label: 'All categories' },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Field type="date" name="date_from" label="From" defaultValue={search.date_from} />
        <Field type="date" name="date_to" label="To" defaultValue={search.date_to} />
        <Button look="quiet" type="submit">
          Show
        </Button>
        <div className={classes.more}>
          <Segments
            label="When more are loaded"
            value={search.store_action}
            onChange={(store_action) => go({ store_action })}
            options={[
              { value: 'add', label: 'Add' },
              { value: 'replace', label: 'Replace' },
            ]}
          />
          {isNarrowed(search) && (
            <Link to={PATH + reviewSearchText({ store_action: search.store_action })}>Clear filters</Link>
          )}
        </div>
      </form>
    </search>
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const STATUSES = STATUS_FILTERS.map((value) => ({
  value,
  label: isLane(value) ? LANE_NAMES[value] : value === 'all' ? 'All promotions' : sentence(value),
}));

const isNarrowed = ({ store_action: _shown, page: _page, ...filters }: ReviewSearch) =>
  reviewSearchText({ ...filters, store_action: 'add' }) !== '';

/** The number of promotions, and the last decision. */
function ReviewStatus({ review, onKeys }: { review: Review; onKeys: () => void }) {
  const { rows, total_count, isPending } = review.list;
  const { held, undone, done } = review;
  const last = held ?? undone ?? done;
  return (
    <div className={classes.line}>
      <p role="status">
        {isPending ? 'Loading …' : `${rows.length} of ${total_count} promotions`}
        {last && (
          <>
            {'. '}
            <Link to={paths.userPromotion(last.promotion.id)}>
              {last.promotion.book?.title ?? `#${last.promotion.id}`}
            </Link>{' '}
            {last === undone ? UNDONE_WORDS : (held ? HELD_WORDS : DONE_WORDS)[last.decision.kind]}.
            {held && (areKeysOn() ? ' Press u to undo.' : ' You can undo it.')}
          </>
        )}
      </p>
      <div className={classes.buttons}>
        {held && (
          <button type="button" className={classes.undo} onClick={review.undo} {...review.whileUsed}>
            Undo
          </button>
        )}
        <button type="button" className={classes.keys} onClick={onKeys}>
          Keys
        </button>
      </div>
    </div>
  );
}

const KeysDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Dialog isOpen={opened} onClose={onClose} title="Keys">
    <Keys />
  </Dialog>
);

function Keys() {
  const [on, setOn] = useState(areKeysOn);
  return (
    <Stack>
      <dl className={classes.keyList}>
        {Object.entries(REVIEW_KEYS).map(([key, { does }]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Check
        role="switch"
        label="Use these keys"
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          switchKeys(checked);
          setOn(checked);
        }}
      />
      <Check
        role="switch"
        label={`Send each decision after ${HOLD_MS / 1000} seconds`}
        hint="Off: it stays open to undo until your next decision, or until you leave this page."
        defaultChecked={isTimerOn()}
        onChange={({ currentTarget: { checked } }) => switchTimer(checked)}
      />
    </Stack>
  );
}
