import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useApp } from '#client/api/app.ts';
import { superCategoriesQuery } from '#client/api/categories.ts';
import { STORE_NAMES, STORE_URL_FIELDS, STORES } from '#shared/business.ts';
import { storeLinkProblems } from '#shared/stores.ts';
import { BLURB_LENGTH, type BookForm, type Origin } from './book-form.ts';
import classes from './PartnerBookForm.module.css';

type Props = { form: BookForm; origin: Origin; author: ReactNode };

export function BookTextFields({ form, origin, author }: Props) {
  const categories = useCategoryChoices();
  const { blurb } = form.getValues();
  return (
    <>
      <TextInput
        label="Title"
        required
        withAsterisk={false}
        size="md"
        description={origin('title')}
        {...form.getInputProps('title')}
      />
      <TextInput label="Subtitle" size="md" {...form.getInputProps('subtitle')} />
      {author}
      <div className={classes.facts}>
        <TextInput label="Series" size="md" {...form.getInputProps('series')} />
        <NumberInput
          label="Number in the series"
          min={0}
          max={999}
          size="md"
          {...form.getInputProps('series_number')}
        />
        <NativeSelect
          label="Category"
          required
          withAsterisk={false}
          size="md"
          description={origin('category_id')}
          data={[{ value: '', label: 'Choose one' }, ...categories]}
          {...form.getInputProps('category_id')}
        />
        <NativeSelect
          label="Second category"
          size="md"
          data={[{ value: '', label: 'None' }, ...categories]}
          {...form.getInputProps('secondary_category_id')}
        />
      </div>
      <Textarea
        label="Blurb"
        description={`One or two sentences for the newsletter: ${BLURB_LENGTH - blurb.length} characters left.`}
        maxLength={BLURB_LENGTH}
        autosize
        minRows={2}
        size="md"
        {...form.getInputProps('blurb')}
      />
      <Textarea
        label="Description"
        required
        withAsterisk={false}
        description={origin('description') ?? 'For the page of the book: 50 to 4,000 characters'}
        autosize
        minRows={6}
        maxRows={18}
        size="md"
        {...form.getInputProps('description')}
      />
    </>
  );
}

/** The categories under their group's name, as a native select shows them. */
function useCategoryChoices() {
  const groups = useQuery(superCategoriesQuery(useApp().api));
  return (groups.data ?? []).map(({ name, categories }) => ({
    group: name,
    items: categories.map(({ id, name }) => ({ value: String(id), label: name })),
  }));
}

const CONTENT_RATINGS = [
  { value: 'general', label: 'For everyone' },
  { value: 'teen', label: 'Teen' },
  { value: 'mature', label: 'Mature' },
  { value: 'adult', label: 'Adult' },
];

const STATUSES = [
  { value: 'active', label: 'Active: can be promoted' },
  { value: 'draft', label: 'Draft: not ready yet' },
  { value: 'archived', label: 'Archived: out of the way' },
];

export const BookFactFields = ({ form, origin }: { form: BookForm; origin: Origin }) => (
  <div className={classes.facts}>
    <NumberInput
      label="Pages"
      min={1}
      max={20_000}
      allowDecimal={false}
      size="md"
      description={origin('page_count')}
      {...form.getInputProps('page_count')}
    />
    <TextInput
      label="Published on"
      type="date"
      size="md"
      description={origin('published_on')}
      {...form.getInputProps('published_on')}
    />
    <NumberInput
      label="Average rating"
      min={0}
      max={5}
      step={0.1}
      decimalScale={2}
      size="md"
      description={origin('rating_avg')}
      {...form.getInputProps('rating_avg')}
    />
    <NumberInput
      label="Number of ratings"
      min={0}
      allowDecimal={false}
      thousandSeparator=","
      size="md"
      description={origin('rating_count')}
      {...form.getInputProps('rating_count')}
    />
    <NativeSelect label="Language" size="md" data={languageOptions()} {...form.getInputProps('language')} />
    <NativeSelect label="Suitable for" size="md" data={CONTENT_RATINGS} {...form.getInputProps('content_rating')} />
    <TextInput label="ISBN-13" size="md" placeholder="978…" {...form.getInputProps('isbn13')} />
    <NativeSelect label="Status" size="md" data={STATUSES} {...form.getInputProps('status')} />
  </div>
);

/** ISO 639-1, the languages in which ebooks are sold widely. */
const CODES =
  'ar bg bn ca cs da de el en es et fi fr he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh';

/** Languages by their English name, for a select field. */
function languageOptions() {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return CODES.split(' ')
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** A link that leads elsewhere is told while it is typed. */
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
            <TextInput
              label={STORE_NAMES[store]}
              inputMode="url"
              placeholder="https://"
              size="md"
              description={origin(field)}
              {...input}
              error={input.error ?? (problem && `This ${problem}`)}
            />
            {(values[field] || isDead) && (
              <Checkbox
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
      <Checkbox
        label="It is in Kindle Unlimited"
        size="md"
        {...form.getInputProps('in_kindle_unlimited', { type: 'checkbox' })}
      />
    </>
  );
}
