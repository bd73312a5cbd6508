import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { allAuthorsQuery } from '#client/api/author-profiles.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { NewsletterPreview } from '#client/features/newsletters/NewsletterPreview.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { BookCard } from '#client/ui/BookCard.tsx';
import { Button as LinkButton } from '#client/ui/Button.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { Book, StoreData } from '#shared/books.ts';
import { addDays } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { type BookValues, bookValues, type Fetched, originOf } from '../book-form.ts';
import type { Origin } from '../book-form-parts.ts';
import { BookFormSchema } from '../book-form-schema.ts';
import { BookFactFields } from '../PartnerBookFactFields.tsx';
import classes from '../PartnerBookForm.module.css';
import { BookStoreFields } from '../PartnerBookStoreFields.tsx';
import { BookTextFields } from '../PartnerBookTextFields.tsx';
import { cardOfPreview, previewOf } from './book-preview.ts';
import { AuthorField } from './PartnerAuthorField.tsx';
import { StoreDataLookup } from './PartnerStoreDataLookup.tsx';

/** How long the deal of the card still runs. */
const CARD_DAYS = 5;

type Props = {
  book?: Book;
  /** What a new book begins with. */
  draft?: Partial<BookValues>;
  submit: (values: BookValues, before: BookValues) => Promise<Book>;
  success: string;
  onSaved: (book: Book) => void;
  onFetched?: (data: StoreData) => void;
  /** Where the cover is chosen, and how it looks in the preview. */
  cover: ReactNode;
  coverUrl: string;
};

export function PartnerBookForm({ book, draft, submit, success, onSaved, onFetched, cover, coverUrl }: Props) {
  const [fetched, setFetched] = useState<Fetched>({});
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { ...bookValues(book), ...draft },
    schema: BookFormSchema,
    submit,
    success,
    onSuccess: onSaved,
  });
  const authors = useQuery(allAuthorsQuery());
  const authorName = authors.data?.find(({ id }) => String(id) === form.getValues().author_id)?.name ?? null;
  const preview = previewOf(form.getValues(), authorName, coverUrl);
  const today = calendarDay(useShell());
  const origin: Origin = (field) => originOf(field, form.getValues(), fetched);
  const fill = (values: Fetched, data: StoreData) => {
    form.setValues(values);
    setFetched(values);
    onFetched?.(data);
  };
  return (
    <form onSubmit={onSubmit} noValidate className={classes.columns}>
      <div className={classes.fields}>
        <StoreDataLookup form={form} onFetched={fill} />
        <Panel title="The book">
          <Stack>
            <BookTextFields form={form} origin={origin} author={<AuthorField form={form} origin={origin} />} />
          </Stack>
        </Panel>
        <Panel
          title="Where it is sold"
          lead="At least one store. Each link must lead to the store's own page of the book."
        >
          <Stack>
            <BookStoreFields form={form} origin={origin} />
          </Stack>
        </Panel>
        <Panel title="Facts" lead="Our editors look at these, and readers see some of them.">
          <BookFactFields form={form} origin={origin} />
        </Panel>
      </div>
      <div className={classes.side}>
        <Panel title="Cover">{cover}</Panel>
        <Panel title="In the newsletter">
          <NewsletterPreview deal={preview} />
        </Panel>
        <Panel title="On our pages">
          <div className={classes.card} inert>
            <BookCard book={cardOfPreview(preview, { today, deal_ends_on: addDays(today, CARD_DAYS) })} />
          </div>
        </Panel>
      </div>
      <Group className={classes.actions!}>
        <Button type="submit" size="md" loading={busy}>
          {book ? 'Save book' : 'Add book'}
        </Button>
        <LinkButton to={book ? paths.partnerBook(book.id) : paths.partnerBooks()} look="quiet">
          {book ? 'Back to the book' : 'Back to my eBooks'}
        </LinkButton>
      </Group>
    </form>
  );
}
