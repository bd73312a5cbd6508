import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useApp } from '#client/api/app.ts';
import { superCategoriesQuery } from '#client/api/categories.ts';
import { GroupedSelect } from '#client/ui/app/GroupedSelect.tsx';
import { NumberField } from '#client/ui/app/NumberField.tsx';
import { Check, Field, TextField } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { STORE_NAMES, STORE_URL_FIELDS, STORES } from '#shared/business.ts';
import { storeLinkProblems } from '#shared/stores.ts';
import { type BookForm, MAX_BLURB_LENGTH, type Origin } from './book-form.ts';
import classes from './PartnerBookForm.module.css';

type Props = { form: BookForm; origin: Origin; author: ReactNode };

export function BookTextFields({ form, origin, author }: Props) {
  const categories = useCategoryChoices();
  const { blurb, status } = form.getValues();
  const isRequired = status !== 'draft';
  return (
    <>
      <Field label="Title" required hint={origin('title')} {...form.getInputProps('title')} />
      <Field label="Subtitle" {...form.getInputProps('subtitle')} />
      {author}
      <div className={classes.facts}>
        <Field label="Series" {...form.getInputProps('series')} />
        <NumberField label="Number in the series" min={0} max={999} {...form.getInputProps('series_number')} />
        <GroupedSelect
          label="Category"
          required={isRequired}
          hint={origin('category_id')}
          options={[{ value: '', label: 'Choose one' }, ...categories]}
          {...form.getInputProps('category_id')}
        />
        <GroupedSelect
          label="Second category"
          options={[{ value: '', label: 'None' }, ...categories]}
          {...form.getInputProps('secondary_category_id')}
        />
      </div>
      <TextField
        label="Blurb"
        hint={`One or two sentences for the newsletter: ${MAX_BLURB_LENGTH - blurb.length} characters left.`}
        maxLength={MAX_BLURB_LENGTH}
        rows={2}
        {...form.getInputProps('blurb')}
      />
      <TextField
        label="Description"
        required={isRequired}
        hint={origin('description') ?? 'For your book page: 50 to 4,000 characters'}
        rows={6}
        {...form.getInputProps('description')}
      />
    </>
  );
}

/** The categories by group, as options of a select. */
function useCategoryChoices() {
  const groups = useQuery(superCategoriesQuery(useApp().api));
  return (groups.data ?? []).map(({ name, categories }) => ({
    group: name,
    items: categories.map(({ id, name }) => ({ value: String(id), label: name })),
  }));
}

const CONTENT_RATINGS = [
  { value: 'general', label: 'All ages' },
  { value: 'teen', label: 'Teen' },
  { value: 'mature', label: 'Mature' },
  { value: 'adult', label: 'Adult' },
];

const STATUSES = [
  { value: 'active', label: 'Active: can be promoted' },
  { value: 'draft', label: 'Draft: only a title is needed' },
  { value: 'archived', label: 'Archived: hidden from readers' },
];

export const BookFactFields = ({ form, origin }: { form: BookForm; origin: Origin }) => (
  <div className={classes.facts}>
    <NumberField
      label="Pages"
      min={1}
      max={20_000}
      allowDecimal={false}
      hint={origin('page_count')}
      {...form.getInputProps('page_count')}
    />
    <Field label="Published on" type="date" hint={origin('published_on')} {...form.getInputProps('published_on')} />
    <NumberField
      label="Average rating"
      min={0}
      max={5}
      step={0.1}
      decimalScale={2}
      hint={origin('rating_avg')}
      {...form.getInputProps('rating_avg')}
    />
    <NumberField
      label="Number of ratings"
      min={0}
      allowDecimal={false}
      thousandSeparator=","
      hint={origin('rating_count')}
      {...form.getInputProps('rating_count')}
    />
    <SelectField
      label="Language"
      options={languageOptions(form.getValues().language)}
      {...form.getInputProps('language')}
    />
    <SelectField label="Content rating" options={CONTENT_RATINGS} {...form.getInputProps('content_rating')} />
    <Field label="ISBN-13" placeholder="978…" {...form.getInputProps('isbn13')} />
    <SelectField label="Status" options={STATUSES} {...form.getInputProps('status')} />
  </div>
);

/** The languages in which ebooks are widely sold, as ISO 639-1 codes. */
const LANGUAGE_CODES =
  'ar bg bn ca cs da de el en es et fi fr he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh';

/** Languages by their English name, for a select field, with the current one. */
export function languageOptions(current: string) {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return [...new Set([...LANGUAGE_CODES.split(' '), current])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** The store links and Kindle Unlimited. A link to the wrong site shows an error while it's being typed. */
export function BookStoreFields({ form, origin }: { form: BookForm; origin: Origin }) {
  const values = form.getValues();
  const problems = storeLinkProblems(values);
  return (
    <>
      {STORES.map((store) => {
        const field = STORE_URL_FIELDS[store];
        const input = form.getInputProps(field);
        const problem = problems[field]?.[0];
        const isDead = values.dead_stores.includes(store);
        return (
          <Fragment key={store}>
            <Field
              label={STORE_NAMES[store]}
              inputMode="url"
              placeholder="https://"
              hint={origin(field)}
              {...input}
              error={input.error ?? (problem && `This ${problem}`)}
            />
            {(values[field] || isDead) && (
              <Check
                label={`The ${STORE_NAMES[store]} link doesn’t work right now`}
                checked={isDead}
                onChange={({ currentTarget: { checked } }) =>
                  form.setFieldValue(
                    'dead_stores',
                    checked ? [...values.dead_stores, store] : values.dead_stores.filter((other) => other !== store),
                  )
                }
              />
            )}
          </Fragment>
        );
      })}
      <Check
        label="Enrolled in Kindle Unlimited"
        {...form.getInputProps('in_kindle_unlimited', { type: 'checkbox' })}
      />
    </>
  );
}
