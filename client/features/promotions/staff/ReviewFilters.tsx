import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Link, useNavigate } from '#client/app/router.ts';
import { paths } from '#shared/paths.ts';
import { LANE_NAMES } from './lanes.ts';
import classes from './ReviewFilters.module.css';
import {
  isLane,
  type ReviewSearch,
  reviewSearchOf,
  reviewSearchText,
  STATUS_FILTERS,
  type StoreAction,
} from './review-search.ts';

const PATH = paths.userPromotions();

/** The filters live in the address; a chosen one applies at once, words on Enter. */
export function ReviewFilters({ search }: { search: ReviewSearch }) {
  const navigate = useNavigate();
  const { data: categories = [] } = useQuery(categoriesQuery(useApp().api));
  const go = (part: Partial<ReviewSearch>) => void navigate(PATH + reviewSearchText({ ...search, page: 1, ...part }));

  const onForm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    go({ ...reviewSearchOf(params), store_action: search.store_action });
  };
  const onChoice = (event: FormEvent<HTMLSelectElement | HTMLInputElement>) =>
    event.currentTarget.form?.requestSubmit();
  return (
    <search>
      <form key={reviewSearchText(search)} className={classes.form} onSubmit={onForm}>
        <TextInput
          className={classes.words}
          type="search"
          name="q"
          label="Title or author"
          defaultValue={search.q}
          maxLength={100}
        />
        <NativeSelect name="status" label="Status" defaultValue={search.status} onChange={onChoice} data={STATUSES} />
        <NativeSelect
          name="category_id"
          label="Category"
          defaultValue={search.category_id ?? ''}
          onChange={onChoice}
          data={[
            { value: '', label: 'All categories' },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <TextInput type="date" name="date_from" label="From" defaultValue={search.date_from} />
        <TextInput type="date" name="date_to" label="To" defaultValue={search.date_to} />
        <Button type="submit" variant="default">
          Show
        </Button>
        <div className={classes.more}>
          <SegmentedControl
            aria-label="When more are loaded"
            value={search.store_action}
            onChange={(store_action) => go({ store_action: store_action as StoreAction })}
            data={[
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
