import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isMissing } from '#client/api/api-error.ts';
import { useApp } from '#client/api/app.ts';
import { allAuthorsQuery } from '#client/api/author-profiles.ts';
import { superCategoriesQuery } from '#client/api/categories.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { NewsletterPreview } from '#client/features/newsletters/NewsletterPreview.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { BookCard } from '#client/ui/BookCard.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { CardBook } from '#client/ui/card-book.ts';
import { Field } from '#client/ui/Field.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { Asin, type Book, type StoreData } from '#shared/books.ts';
import { addDays } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { storesOf } from '#shared/stores.ts';
import { BookFactFields, BookStoreFields, BookTextFields } from '../BookFields.tsx';
import {
  type BookForm,
  BookFormSchema,
  type BookValues,
  bookValues,
  type Fetched,
  fetchedValues,
  type Origin,
  originOf,
} from '../book-form.ts';
import classes from '../PartnerBookForm.module.css';
import { AuthorField } from './PartnerAuthorField.tsx';
import { storeDataOf } from './partner-api.ts';

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
      <Row>
        <Button type="submit" busy={busy}>
          {book ? 'Save book' : 'Add book'}
        </Button>
        <Button to={book ? paths.partnerBook(book.id) : paths.partnerBooks()} look="quiet">
          {book ? 'Back to the book' : 'Back to my eBooks'}
        </Button>
      </Row>
    </form>
  );
}

type StoreDataLookupProps = { form: BookForm; onFetched: (values: Fetched, data: StoreData) => void };

/** Fills the form with what Amazon knows about an ASIN. */
function StoreDataLookup({ form, onFetched }: StoreDataLookupProps) {
  const authors = useQuery(allAuthorsQuery());
  const groups = useQuery(superCategoriesQuery(useApp().api));
  const lookup = useMutation({
    mutationFn: storeDataOf,
    onSuccess: (data) => onFetched(fetchedValues(data, authors.data ?? [], groups.data ?? []), data),
  });
  const start = () => {
    const asin = Asin.safeParse(form.getValues().asin);
    if (asin.success) lookup.mutate(asin.data);
    else form.setFieldError('asin', 'An ASIN has ten letters or digits, for example B0DEMO0042.');
  };
  return (
    <Panel title="Fetch it from Amazon" lead="With the ASIN we fill in what Amazon knows. You can change all of it.">
      <Row isForm>
        <Field
          label="ASIN"
          hint="Ten letters or digits, on the book's Amazon page"
          maxLength={10}
          {...form.getInputProps('asin')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            start();
          }}
        />
        <Button look="quiet" busy={lookup.isPending} onClick={start}>
          Fill in from Amazon
        </Button>
      </Row>
      <div role="status">
        {lookup.data && <Outcome data={lookup.data} hasAuthor={form.getValues().author_id !== ''} />}
        {isMissing(lookup.error) && (
          <Alert kind="warning">Amazon knows no book with this ASIN. Type the details in below.</Alert>
        )}
      </div>
    </Panel>
  );
}

const Outcome = ({ data, hasAuthor }: { data: StoreData; hasAuthor: boolean }) => (
  <Alert kind="success">
    Filled in from {data.source === 'demo catalogue' ? 'the demo catalogue' : 'Amazon'}: {data.title}
    {data.author_name && ` by ${data.author_name}`}.{' '}
    {!hasAuthor && data.author_name && 'You have no author profile of that name yet; add one below.'}
  </Alert>
);

/** What is typed so far, as the newsletter would show it. The price stands for any: it is chosen with each promotion. */
const previewOf = (values: BookValues, author_name: string | null, cover_url: string) => ({
  ...values,
  cover_url,
  author_name,
  sale_price_cents: 99,
  current_price_cents: 399,
});

/** The same as readers would meet it in our lists; both dates are 'YYYY-MM-DD'. */
const cardOfPreview = (
  preview: ReturnType<typeof previewOf>,
  { today, deal_ends_on }: { today: string; deal_ends_on: string },
): CardBook => ({
  id: 0,
  slug: '',
  title: preview.title.trim() || 'Title',
  author_name: preview.author_name,
  category_id: Number(preview.category_id),
  cover_url: preview.cover_url,
  stores: storesOf(preview),
  deal: {
    promotion_id: 0,
    sale_price_cents: preview.sale_price_cents,
    current_price_cents: preview.current_price_cents,
    price_type: 'discounted',
    promotion_date: today,
    deal_ends_on,
    store_links: {},
  },
});
