import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { authorChoicesQuery } from '#client/api/author-profiles.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Link } from '#client/app/router.ts';
import { NewsletterEntryPreview } from '#client/features/newsletters/NewsletterEntryPreview.tsx';
import type { PreviewDeal } from '#client/features/newsletters/preview-deal.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { BookCard } from '#client/ui/BookCard.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { CardBook } from '#client/ui/card-book.ts';
import { Field } from '#client/ui/Field.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { Book, StoreData } from '#shared/books.ts';
import { addDays } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { storesOf } from '#shared/stores.ts';
import { BookFactFields, BookStoreFields, BookTextFields } from '../BookFields.tsx';
import {
  BookFormSchema,
  type BookValues,
  blankFetched,
  bookValues,
  type FilledValues,
  type Origin,
  originOf,
} from '../book-form.ts';
import classes from '../PartnerBookForm.module.css';
import { AuthorField } from './PartnerAuthorField.tsx';
import { PasteBook } from './PasteBook.tsx';

/** The remaining days of the example deal on the card. */
const EXAMPLE_DEAL_DAYS = 5;

/** The initial values of the cover and blurb preview. */
const benchValuesOf = ({ title, author_name, blurb, cover_url }: PreviewDeal) => ({
  title,
  author: author_name ?? '',
  blurb,
  cover: cover_url,
});

const SAVE_QUESTION = 'You haven’t added the drafts from your list yet. Save this book without them?';

type Props = {
  book?: Book;
  /** Initial values of a new book. */
  draft?: Partial<BookValues>;
  submit: (values: BookValues, before: BookValues) => Promise<Book>;
  success?: string;
  onSaved: (book: Book) => void;
  /** Called with the store's data after a lookup, and with null when another book is pasted. */
  onFetched?: (data: StoreData | null) => void;
  /** The field for the cover. `coverUrl` is for the preview. */
  cover: ReactNode;
  coverUrl: string;
};

export function PartnerBookForm({ book, draft, submit, success, onSaved, onFetched, cover, coverUrl }: Props) {
  const [fetched, setFetched] = useState<FilledValues>({});
  const [chosenDrafts, setChosenDrafts] = useState(0);
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { ...bookValues(book), ...draft },
    schema: BookFormSchema,
    submit,
    ...(success && { success }),
    onSuccess: onSaved,
    // Saving the book leaves the page, and the chosen drafts haven't been added yet.
    confirm: () => chosenDrafts === 0 || window.confirm(SAVE_QUESTION),
  });
  const authors = useQuery(authorChoicesQuery());
  const authorName = authors.data?.find(({ id }) => String(id) === form.getValues().author_id)?.name ?? null;
  const preview = previewOf(form.getValues(), authorName, coverUrl);
  const today = calendarDay(useShell());
  const isDraft = form.getValues().status === 'draft';
  const origin: Origin = (field) => originOf(field, form.getValues(), fetched);
  const paste = (values: FilledValues, words: string) => {
    const isOtherBook =
      !book && fetched.asin !== undefined && values.asin !== undefined && values.asin !== fetched.asin;
    const blanked = isOtherBook ? blankFetched(form.getValues(), fetched) : {};
    // `values` has no title if the form has one, so if that is blanked, the pasted words are set here.
    form.setValues({ ...blanked, ...(blanked.title === '' && { title: words }), ...values });
    if (!isOtherBook) return;
    setFetched({});
    onFetched?.(null);
  };
  const fill = (values: FilledValues, data: StoreData) => {
    // A new book's form preselects the only profile, which is wrong if the store names another author.
    const isOtherAuthor = !book && data.author_name && !values.author_id && !form.isTouched('author_id');
    form.setValues({ ...(isOtherAuthor ? { author_id: '' } : {}), ...values });
    setFetched(values);
    onFetched?.(data);
  };
  // If this save is refused or canceled, the status stays changed, and the two buttons switch places.
  const submitOther = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    form.setFieldValue('status', isDraft ? 'active' : 'draft');
    currentTarget.form!.requestSubmit();
  };
  return (
    <form onSubmit={onSubmit} noValidate className={classes.columns}>
      <div className={classes.fields}>
        <PasteBook form={form} acceptsLists={!book} onChosen={setChosenDrafts} onPasted={paste} onFetched={fill} />
        <Panel title="The book">
          <Stack>
            <BookTextFields form={form} origin={origin} author={<AuthorField form={form} origin={origin} />} />
          </Stack>
        </Panel>
        <Panel title="Store links" lead="Add at least one. Each must go to your book’s page at that store.">
          <Stack>
            <BookStoreFields form={form} origin={origin} />
          </Stack>
        </Panel>
        <Panel title="Book details" lead="Our editors check these. Readers see most of them on your book page.">
          <Stack>
            <Field label="ASIN" hint={origin('asin') ?? 'If Amazon sells it'} {...form.getInputProps('asin')} />
            <BookFactFields form={form} origin={origin} />
          </Stack>
        </Panel>
      </div>
      <div className={classes.side}>
        <Panel title="Cover">{cover}</Panel>
        <Panel title="In the newsletter">
          <NewsletterEntryPreview deal={preview} />
          <p>
            <Link
              to={`${paths.coverBench()}?category_id=${form.getValues().category_id}`}
              state={{ bench: benchValuesOf(preview) }}
            >
              See it among books in its category
            </Link>
          </p>
        </Panel>
        <Panel title="On our pages">
          <div className={classes.card} inert>
            <BookCard book={cardOfPreview(preview, { today, deal_ends_on: addDays(today, EXAMPLE_DEAL_DAYS) })} />
          </div>
        </Panel>
      </div>
      <Row>
        <Button type="submit" busy={busy}>
          {book ? 'Save book' : isDraft ? 'Save draft' : 'Add book'}
        </Button>
        {!book && (
          <Button look="quiet" disabled={busy} onClick={submitOther}>
            {isDraft ? 'Add book' : 'Save as draft'}
          </Button>
        )}
        <Button to={book ? paths.partnerBook(book.id) : paths.partnerBooks()} look="quiet">
          {book ? 'Back to the book' : 'Back to my ebooks'}
        </Button>
      </Row>
    </form>
  );
}

/** The typed values as a newsletter entry. The prices are examples, since each promotion has its own. */
const previewOf = (values: BookValues, author_name: string | null, cover_url: string) => ({
  ...values,
  cover_url,
  author_name,
  sale_price_cents: 99,
  current_price_cents: 399,
});

/** The preview as a card in our lists. Both dates are 'YYYY-MM-DD'. */
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
