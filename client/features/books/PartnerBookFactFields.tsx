import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { BookForm, Origin } from './book-form-parts.ts';
import { languageOptions } from './languages.ts';
import classes from './PartnerBookForm.module.css';

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
