import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { useSyncedFormValues } from '#client/ui/use-synced-form-values.ts';
import type { AdminEntity, AdminFilter } from '#shared/admin.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import classes from './AdminListScreen.module.css';
import { recordsQuery, useCanSee } from './api.ts';
import { filterNames } from './list-address.ts';

type Values = { [name: string]: string };
type Props = { entity: AdminEntity; filters: Values; onChange: (changes: Values) => void };

const MAX_VISIBLE_FILTERS = 3;

/** A search field and filters above a list, which the button applies together. */
export function Filters({ entity, filters, onChange }: Props) {
  const { searches, filters: fieldFilters } = entity;
  const form = useSyncedFormValues(filters);
  if (!searches.length && !fieldFilters.length) return null;
  const active = fieldFilters.filter((filter) => filterNames(filter).some((name) => filters[name])).length;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    onChange(Object.fromEntries(entries));
  };
  const inputs = fieldFilters.flatMap((filter) =>
    filterNames(filter).map((name) => (
      <FilterInput key={name} filter={filter} name={name} value={filters[name] ?? ''} />
    )),
  );
  return (
    <search>
      <form ref={form} className={classes.form} onSubmit={onSubmit}>
        {searches.length > 0 && (
          <Field
            name="q"
            type="search"
            label="Search"
            hint={searches.join(', ')}
            defaultValue={filters.q ?? ''}
            maxLength={100}
          />
        )}
        {fieldFilters.length <= MAX_VISIBLE_FILTERS ? (
          <div className={classes.filters}>{inputs}</div>
        ) : (
          <details open={active > 0}>
            <summary className={classes.summary}>{active ? `Filters (${active})` : 'Filters'}</summary>
            <div className={classes.filters}>{inputs}</div>
          </details>
        )}
        <div>
          <Button type="submit" look="quiet">
            {searches.length > 0 ? 'Search' : 'Filter'}
          </Button>
        </div>
      </form>
    </search>
  );
}

function FilterInput({ filter, name, value }: { filter: AdminFilter; name: string; value: string }) {
  const { kind, options, label } = filter;
  // Editors, who can't list the staff, enter an ID.
  const canSeeStaff = useCanSee('staff');
  const common = { name, defaultValue: value };
  if (kind === 'id' && filter.to === 'staff' && canSeeStaff) return <StaffSelect label={label} {...common} />;
  if (kind === 'choice') return <SelectField label={label} {...common} options={[ANY, ...(options ?? [])]} />;
  if (kind === 'flag') return <SelectField label={label} {...common} options={[ANY, ...YES_NO]} />;
  if (kind === 'date')
    return <Field type="date" label={`${label} ${name.endsWith('_from') ? 'from' : 'until'}`} {...common} />;
  return (
    <Field
      label={kind === 'id' ? `${label} ID` : label}
      {...common}
      {...(kind === 'id' ? { inputMode: 'numeric', pattern: '[0-9]*' } : {})}
      maxLength={200}
    />
  );
}

const staffQuery = recordsQuery('staff', { per: MAX_PER_PAGE, sort_col: 'name', sort_dir: 'asc' });

/** Chooses a member of staff by name. */
function StaffSelect({ label, name, defaultValue }: { label: string; name: string; defaultValue: string }) {
  const { data } = useQuery(staffQuery);
  const staff = data?.records.map(({ id, record_title }) => ({ value: String(id), label: record_title })) ?? [];
  const isListed = staff.some(({ value }) => value === defaultValue);
  const unlisted = defaultValue && !isListed ? [{ value: defaultValue, label: `Staff ${defaultValue}` }] : [];
  return (
    <SelectField
      key={staff.length}
      label={label}
      name={name}
      defaultValue={defaultValue}
      options={[ANY, ...unlisted, ...staff]}
    />
  );
}

const ANY = { value: '', label: 'Any' };
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
