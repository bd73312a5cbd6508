import { Button, Stack, TextInput } from '@mantine/core';
import { useApiForm } from '#client/api/use-api-form.ts';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { Book } from '#shared/books.ts';
import { bookBody, bookValues } from '../book-form.ts';
import { BookFormSchema } from '../book-form-schema.ts';
import { CoverPanel } from '../CoverPanel.tsx';
import { BookFactFields } from '../PartnerBookFactFields.tsx';
import classes from '../PartnerBookForm.module.css';
import { BookStoreFields } from '../PartnerBookStoreFields.tsx';
import { BookTextFields } from '../PartnerBookTextFields.tsx';
import { UserAuthorField } from './UserAuthorField.tsx';
import { refreshCover, saveBook, uploadCover, useUserBooksChanged } from './user-api.ts';

/** Nothing is fetched here, so no field has another origin than the person who types. */
const NO_ORIGIN = () => undefined;

/** The partner's fields in the staff's hands: only what was changed is sent. */
export function UserBookForm({ book, onSaved }: { book: Book; onSaved: () => void }) {
  const changed = useUserBooksChanged();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: bookValues(book),
    schema: BookFormSchema,
    submit: (values, before) => saveBook(book.id, changedFields(bookBody(before), bookBody(values))),
    success: 'The book was saved.',
    onSuccess: onSaved,
  });
  return (
    <form onSubmit={onSubmit} noValidate className={classes.columns}>
      <div className={classes.fields}>
        <Panel title="The book">
          <Stack>
            <BookTextFields form={form} origin={NO_ORIGIN} author={<UserAuthorField form={form} book={book} />} />
          </Stack>
        </Panel>
        <Panel title="Where it is sold">
          <Stack>
            <TextInput label="ASIN" size="md" maxLength={10} {...form.getInputProps('asin')} />
            <BookStoreFields form={form} origin={NO_ORIGIN} />
          </Stack>
        </Panel>
        <Panel title="Facts">
          <BookFactFields form={form} origin={NO_ORIGIN} />
        </Panel>
        <div>
          <Button type="submit" size="md" loading={busy} disabled={!form.isDirty()}>
            Save the book
          </Button>
        </div>
      </div>
      <div className={classes.side}>
        <Panel title="Cover">
          <CoverPanel book={book} calls={{ uploadCover, refreshCover }} onChanged={changed} />
        </Panel>
      </div>
    </form>
  );
}
