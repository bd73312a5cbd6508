import { Checkbox, TextInput } from '@mantine/core';
import { Fragment } from 'react';
import { STORE_NAMES, STORE_URL_FIELDS, STORES } from '#shared/business.ts';
import { storeLinkProblems } from '#shared/stores.ts';
import type { BookForm, Origin } from './book-form-parts.ts';

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
