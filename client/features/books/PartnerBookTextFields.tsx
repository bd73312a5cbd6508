import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApp } from '#client/api/app.ts';
import { superCategoriesQuery } from '#client/api/categories.ts';
import { BLURB_LENGTH } from './book-form.ts';
import type { BookForm, Origin } from './book-form-parts.ts';
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
