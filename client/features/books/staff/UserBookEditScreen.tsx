import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { freshQuery, useApiForm } from '#client/api/use-api-form.ts';
import { Link, useNavigate, useParams } from '#client/app/router.ts';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Picker } from '#client/ui/app/Picker.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import { BookFactFields, BookStoreFields, BookTextFields } from '../BookFields.tsx';
import { type BookForm, BookFormSchema, bookBody, bookValues } from '../book-form.ts';
import { CoverPanel } from '../CoverPanel.tsx';
import classes from '../PartnerBookForm.module.css';
import { authorsQuery, refreshCover, saveBook, uploadCover, useRefreshUserBooks, userBookQuery } from './user-api.ts';

export function UserBookEditScreen() {
  const id = Number(useParams().id);
  const query = useQuery(freshQuery(userBookQuery(id)));
  const navigate = useNavigate();
  const refreshBooks = useRefreshUserBooks();
  return (
    <Page>
      <Seo
        title={query.data ? `Edit ${query.data.title}` : 'Edit book'}
        description="Staff view of one book."
        noindex
      />
      <p>
        <Link to={paths.userBook(id)}>Back to the book</Link>
      </p>
      <PageTitle
        lead={
          query.data?.partner && (
            <>
              By <Link to={paths.userPartner(query.data.partner.id)}>{query.data.partner.name}</Link>. Changes are
              recorded in the audit log.
            </>
          )
        }
      >
        {query.data?.title ?? 'Edit book'}
      </PageTitle>
      <QueryBoundary query={query} placeholder={<Skeleton height={640} />}>
        {(book) => (
          <UserBookForm
            key={book.id}
            book={book}
            onSaved={() => {
              void refreshBooks();
              void navigate(paths.userBook(id));
            }}
          />
        )}
      </QueryBoundary>
    </Page>
  );
}

/** The form for staff has no store lookup, so no field has a hint such as “From Amazon”. */
const NO_ORIGIN = () => undefined;

/** The book form for staff. Only changed fields are sent. */
function UserBookForm({ book, onSaved }: { book: Book; onSaved: () => void }) {
  const refreshBooks = useRefreshUserBooks();
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
        <Panel title="Store links">
          <Stack>
            <Field label="ASIN" maxLength={10} {...form.getInputProps('asin')} />
            <BookStoreFields form={form} origin={NO_ORIGIN} />
          </Stack>
        </Panel>
        <Panel title="Book details">
          <BookFactFields form={form} origin={NO_ORIGIN} />
        </Panel>
        <div>
          <Button type="submit" busy={busy} disabled={!form.isDirty()}>
            Save book
          </Button>
        </div>
      </div>
      <div className={classes.side}>
        <Panel title="Cover">
          <CoverPanel book={book} calls={{ uploadCover, refreshCover }} onChanged={refreshBooks} />
        </Panel>
      </div>
    </form>
  );
}

const DEBOUNCE_MS = 250;

/** A searchable select of the partner's author profiles. */
function UserAuthorField({ form, book }: { form: BookForm; book: Book }) {
  const [searchText, setSearchText] = useState('');
  const [q] = useDebouncedValue(searchText.trim().slice(0, 100), DEBOUNCE_MS);
  const { data: authors = [] } = useQuery(authorsQuery(book.partner_id, q));
  const others = authors.filter(({ id }) => id !== book.author_id);
  const current = book.author_id === null ? [] : [{ id: book.author_id, name: book.author_name ?? '' }];
  return (
    <Picker
      label="Author profile"
      hint="One of this partner’s profiles"
      placeholder="None"
      clear="No author profile"
      emptyText="This partner has no matching author profile"
      isFiltered
      onSearchChange={setSearchText}
      data={[...current, ...others].map(({ id, name }) => ({ value: String(id), label: name }))}
      {...form.getInputProps('author_id')}
      value={form.getValues().author_id || null}
      onChange={(id) => form.setFieldValue('author_id', id ?? '')}
    />
  );
}
