import type { FormEvent } from 'react';
import { useNavigate } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { Check } from '#client/ui/Choices.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { paths } from '#shared/paths.ts';
import classes from './SiteFilterForm.module.css';
import { GENRES, PRICE_LIMITS, SITE_SORTS, type SiteSearch, siteSearchHref, siteSearchOf } from './site-search.ts';

/** A GET form: without script the browser itself goes to the filtered address. */
export function SiteFilterForm({ search }: { search: SiteSearch }) {
  const navigate = useNavigate();
  const action = paths.promotionSites();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    void navigate(siteSearchHref(action, siteSearchOf(params)));
  };
  return (
    <search>
      <form
        key={siteSearchHref(action, search)}
        action={action}
        method="get"
        className={classes.form}
        onSubmit={onSubmit}
      >
        <Field name="q" label="Name or kind" type="search" maxLength={100} defaultValue={search.q} />
        <SelectField name="genre" label="Genre" defaultValue={search.genre} options={GENRE_OPTIONS} />
        <SelectField name="price_max" label="Price" defaultValue={search.price_max ?? ''} options={PRICE_OPTIONS} />
        <SelectField name="sort" label="Sort by" defaultValue={search.sort} options={SORT_OPTIONS} />
        <Check name="free" value="true" label="Free ones only" defaultChecked={search.free} />
        <Button type="submit">Show sites</Button>
      </form>
    </search>
  );
}

const GENRE_OPTIONS = [{ value: '', label: 'Any genre' }, ...GENRES.map((genre) => ({ value: genre, label: genre }))];
const PRICE_OPTIONS = [
  { value: '', label: 'Any price' },
  ...PRICE_LIMITS.map((limit) => ({ value: String(limit), label: `From $${limit} or less` })),
];
const SORT_OPTIONS = Object.entries(SITE_SORTS).map(([value, { label }]) => ({ value, label }));
