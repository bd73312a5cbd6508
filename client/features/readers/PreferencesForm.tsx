import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { useApp } from '#client/api/app.ts';
import { type CategoryGroup, superCategoriesQuery } from '#client/api/categories.ts';
import { UnsavedFields } from '#client/api/UnsavedFields.tsx';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { countryOptions } from '#client/ui/countries.ts';
import { Check, Choices } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import { type FormErrors, toSentence } from '#client/ui/field-errors.ts';
import { SelectField } from '#client/ui/SelectField.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { STORE_NAMES, STORES, type Store } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import type { Reader } from '#shared/readers.ts';
import { readerKey, updateReader } from './api.ts';

const STORE_OPTIONS = STORES.map((store) => ({ value: store, label: STORE_NAMES[store] }));
const WEEKLY_WITH_ALERTS = 'weekly with alerts';
const FREQUENCIES = [
  { value: 'daily', label: 'At most once a day' },
  { value: 'weekly', label: 'Once a week, on Saturday' },
  { value: WEEKLY_WITH_ALERTS, label: 'Once a week, and on days when there’s a deal from my list' },
];
const MAX_PRICES = [99, 199, 299, 399, 499];

/** The prices to choose from, and the current one, because a program may have set another. */
const priceOptions = (current: number | null) =>
  [...new Set([...MAX_PRICES, ...(current === null ? [] : [current])])]
    .sort((a, b) => a - b)
    .map((cents) => ({ value: String(cents), label: `Up to ${formatCents(cents)}` }));

export function PreferencesForm({ reader }: { reader: Reader }) {
  const groups = useQuery(superCategoriesQuery(useApp().api));
  return (
    <QueryBoundary query={groups} placeholder={<ListSkeleton rows={4} height={96} />}>
      {(groups) => <PreferenceFields reader={reader} groups={groups} />}
    </QueryBoundary>
  );
}

function PreferenceFields({ reader, groups }: { reader: Reader; groups: readonly CategoryGroup[] }) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState<FormData>();
  const [initial] = useState(() => shownPreferences(reader, groups));
  const [errors, setErrors] = useState<FormErrors>({});
  const save = useMutation({
    mutationFn: (values: FormData) => {
      const { emails, ...changed } = changedFields(saved ? preferencesOf(saved) : initial, preferencesOf(values));
      return updateReader(reader.uuid, { ...changed, ...emails });
    },
    onSuccess: (changed, values) => {
      queryClient.setQueryData(readerKey(reader.uuid), changed);
      setSaved(values);
    },
    onError: (error) => setErrors(errorsOf(error)),
    meta: { form: true, success: 'Your preferences were saved.' },
  });
  const onSubmit = (values: FormData) => {
    const hasGenre = values.has('category_ids');
    setErrors(hasGenre ? {} : { genres: ['Choose at least one genre, or unsubscribe.'] });
    if (hasGenre) save.mutate(values);
  };
  return (
    <Form label="Preferences" busy={save.isPending} errors={errors} onSubmit={onSubmit}>
      <UnsavedFields saved={saved} />
      {groups.map(({ id, name, categories }, position) => (
        <Choices
          key={id}
          name="category_ids"
          label={name}
          options={categories.map((category) => ({ value: String(category.id), label: category.name }))}
          chosen={reader.category_ids.map(String)}
          error={position === 0 && errors.genres?.join(' ')}
        />
      ))}
      <Choices
        name="stores"
        label="Your stores"
        hint="Leave all unchecked to get deals from every store."
        options={STORE_OPTIONS}
        chosen={reader.stores}
      />
      <Choices
        name="frequency"
        label="How often we email you"
        type="radio"
        options={FREQUENCIES}
        chosen={[shownFrequency(reader)]}
      />
      <SelectField
        name="max_price_cents"
        label="Maximum price"
        defaultValue={reader.max_price_cents ?? ''}
        options={[{ value: '', label: 'Any deal' }, ...priceOptions(reader.max_price_cents)]}
      />
      <SelectField
        name="country"
        label="Your store’s country"
        defaultValue={reader.country ?? ''}
        options={[{ value: '', label: 'Not specified' }, ...countryOptions()]}
      />
      <div>
        <Check name="free_only" label="Free books only" defaultChecked={reader.free_only} />
        <Check name="adult_ok" label="Include adult books" defaultChecked={reader.adult_ok} />
      </div>
      <div>
        <Button type="submit" busy={save.isPending}>
          Save preferences
        </Button>
      </div>
    </Form>
  );
}

/** All genres share one field, so its errors are shown once, with the first group. */
function errorsOf(error: Error): FormErrors {
  const { category_ids, ...others } = fieldErrors(error);
  return category_ids ? { ...others, genres: category_ids.map((text) => toSentence('Your choice', text)) } : others;
}

/** The form's values. `emails` has the two fields that one question sets. */
const preferencesOf = (values: FormData) => ({
  category_ids: values.getAll('category_ids').map(Number),
  stores: values.getAll('stores') as Store[],
  emails: emailsOf(String(values.get('frequency'))),
  max_price_cents: values.get('max_price_cents') ? Number(values.get('max_price_cents')) : null,
  country: String(values.get('country') ?? '') || null,
  free_only: values.has('free_only'),
  adult_ok: values.has('adult_ok'),
});

const emailsOf = (frequency: string): Pick<Reader, 'frequency' | 'list_alerts'> => ({
  frequency: frequency === 'daily' ? 'daily' : 'weekly',
  list_alerts: frequency === WEEKLY_WITH_ALERTS,
});

const shownFrequency = ({ frequency, list_alerts }: Reader) =>
  frequency === 'weekly' && list_alerts ? WEEKLY_WITH_ALERTS : frequency;

/** The values with which the form opens, with genres and stores in its order. */
const shownPreferences = (reader: Reader, groups: readonly CategoryGroup[]): ReturnType<typeof preferencesOf> => ({
  category_ids: groups
    .flatMap(({ categories }) => categories.map(({ id }) => id))
    .filter((id) => reader.category_ids.includes(id)),
  stores: STORES.filter((store) => reader.stores.includes(store)),
  emails: emailsOf(shownFrequency(reader)),
  max_price_cents: reader.max_price_cents,
  country: reader.country,
  free_only: reader.free_only,
  adult_ok: reader.adult_ok,
});
