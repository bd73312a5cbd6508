import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { useApp } from '#client/api/app.ts';
import { type CategoryGroup, superCategoriesQuery } from '#client/api/categories.ts';
import { UnsavedFields } from '#client/api/UnsavedFields.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { countryOptions } from '#client/ui/countries.ts';
import { Check, Choices } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { STORE_NAMES, STORES, type Store } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import type { Reader, ReaderPatch } from '#shared/readers.ts';
import { changeReader } from './api.ts';

const STORE_OPTIONS = STORES.map((store) => ({ value: store, label: STORE_NAMES[store] }));
const FREQUENCIES = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Once a week, on Saturday' },
];
const PRICES = [99, 199, 299, 399, 499].map((cents) => ({
  value: String(cents),
  label: `Up to ${formatCents(cents)}`,
}));

export function PreferencesForm({ reader }: { reader: Reader }) {
  const groups = useQuery(superCategoriesQuery(useApp().api));
  return (
    <QueryBoundary query={groups} waiting={<ListSkeleton rows={4} height={96} />}>
      {(found) => <Choosing reader={reader} groups={found} />}
    </QueryBoundary>
  );
}

function Choosing({ reader, groups }: { reader: Reader; groups: readonly CategoryGroup[] }) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(0);
  const save = useMutation({
    mutationFn: (body: ReaderPatch) => changeReader(reader.uuid, body),
    onSuccess: (changed) => {
      queryClient.setQueryData(['reader', reader.uuid], changed);
      setSaved((times) => times + 1);
    },
    meta: { form: true, success: 'Your preferences are saved.' },
  });
  return (
    <Form
      label="Preferences"
      busy={save.isPending}
      errors={fieldErrors(save.error)}
      onSubmit={(values) => save.mutate(preferencesOf(values))}
    >
      <UnsavedFields saves={saved} />
      {groups.map(({ id, name, categories }) => (
        <Choices
          key={id}
          name="category_ids"
          label={name}
          options={categories.map((category) => ({ value: String(category.id), label: category.name }))}
          chosen={reader.category_ids.map(String)}
        />
      ))}
      <Choices
        name="stores"
        label="Your stores"
        hint="Leave all unchecked to get deals from every store."
        options={STORE_OPTIONS}
        chosen={reader.stores}
      />
      <Choices name="frequency" label="How often" type="radio" options={FREQUENCIES} chosen={[reader.frequency]} />
      <SelectField
        name="max_price_cents"
        label="Maximum price"
        defaultValue={reader.max_price_cents ?? ''}
        options={[{ value: '', label: 'Any deal' }, ...PRICES]}
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

/** The form's values as a request body. */
const preferencesOf = (values: FormData): ReaderPatch => ({
  category_ids: values.getAll('category_ids').map(Number),
  stores: values.getAll('stores') as Store[],
  frequency: values.get('frequency') === 'weekly' ? 'weekly' : 'daily',
  max_price_cents: values.get('max_price_cents') ? Number(values.get('max_price_cents')) : null,
  country: String(values.get('country') ?? '') || null,
  free_only: values.has('free_only'),
  adult_ok: values.has('adult_ok'),
});
