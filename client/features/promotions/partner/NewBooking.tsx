import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod';
import { errorText } from '#client/api/error-messages.ts';
import { useIdempotencyKeys } from '#client/api/idempotency-key.ts';
import { submitPromotion, useRefreshPromotions } from '#client/api/partner-promotions.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Link, useNavigate } from '#client/app/router.ts';
import { partnerBookQuery, partnerBooksQuery } from '#client/features/books/partner/partner-api.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Picker } from '#client/ui/app/Picker.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover, NO_COVER } from '#client/ui/Cover.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { useShell } from '#client/ui/shell.ts';
import { type Addon, TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import type { Book } from '#shared/books.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { PromotionInput } from '#shared/promotions.ts';
import classes from './BookingFields.module.css';
import { CategoryField, NoteFields, PriceFields } from './BookingFields.tsx';
import { BookingSidebar } from './BookingSidebar.tsx';
import { addonsQuery, availabilityQuery, useDiscount } from './booking-api.ts';
import {
  type BookingForm,
  type BookingValues,
  bookingBody,
  discountText,
  loadPrefill,
  NEW_BOOKING,
  type Prices,
  prefill,
} from './booking-form.ts';
import { DateFields } from './DateFields.tsx';
import { deleteSavedBooking, saveBooking } from './saved-bookings.ts';

const schema = z.preprocess((values) => bookingBody(values as BookingValues), PromotionInput);

/**
 * The form for a new booking. It warns about a missing author or cover:
 * docs/decisions/0170-warn-about-missing-parts.md.
 */
export function NewBooking({ initialValues }: { initialValues: BookingValues }) {
  const queryClient = useQueryClient();
  const formId = useId();
  const navigate = useNavigate();
  const refreshPromotions = useRefreshPromotions();
  const partner_id = useSession().partner.record?.id;
  const { now } = useShell();
  const [isSavedInBrowser, setIsSavedInBrowser] = useState(true);
  const withKey = useIdempotencyKeys();
  const { form, onSubmit, busy } = useApiForm({
    initialValues,
    schema,
    isSavedElsewhere: isSavedInBrowser,
    submit: (values) => {
      const body = bookingBody(values);
      return withKey(body, (key) => submitPromotion(body, key));
    },
    success: 'Your promotion was submitted. We’ll email you our decision.',
    onSuccess: ({ promotion }) => {
      if (partner_id) deleteSavedBooking({ partner_id, book_id: form.getValues().book_id });
      void refreshPromotions();
      void navigate(paths.partnerPromotion(promotion.id));
    },
  });
  const values = form.getValues();
  const isChanged = form.isDirty();
  useEffect(() => {
    if (partner_id && isChanged) setIsSavedInBrowser(saveBooking(values, { partner_id, now: new Date(now) }));
  }, [partner_id, isChanged, values, now]);
  const book = useQuery({ ...partnerBookQuery(Number(values.book_id)), enabled: values.book_id !== '' }).data;
  // The prices that were filled in or restored with a book. Without a book, the partner typed them.
  const filledPrices = useRef<Prices>(initialValues.book_id ? initialValues : NEW_BOOKING);
  const chooseBook = async (id: number) => {
    form.setFieldValue('book_id', String(id));
    const before = form.getValues();
    const prefilled = await loadPrefill(queryClient, id);
    if (!prefilled || form.getValues().book_id !== String(id)) return;
    form.setValues(prefill(form.getValues(), prefilled, { before, filledPrices: filledPrices.current }));
    filledPrices.current = prefilled.last ?? NEW_BOOKING;
  };

  return (
    <div className={classes.columns}>
      <form id={formId} onSubmit={onSubmit} noValidate className={classes.steps}>
        <Panel title="1. Book and category">
          <BookField form={form} book={book} onChoose={(id) => void chooseBook(id)} />
          {book?.author_id === null && (
            <Alert kind="warning">
              {book.title} has no author yet, so the newsletter wouldn’t show one.{' '}
              <Link to={paths.partnerBookEdit(book.id)}>Choose its author profile</Link>. We’ll keep this booking in
              this browser.
            </Alert>
          )}
          {book?.cover_url === NO_COVER && (
            <Alert kind="warning">
              {book.title} has no cover yet. Readers would see a placeholder, and we often decline books without a
              cover. <Link to={paths.partnerBookEdit(book.id)}>Add its cover</Link>. We’ll keep this booking in this
              browser.
            </Alert>
          )}
          <CategoryField form={form} book={book} />
        </Panel>
        <Panel title="2. Date" lead="Each day shows how many slots are left in this category.">
          <DateFields form={form} />
        </Panel>
        <Panel title="3. Price">
          <PriceFields form={form} />
        </Panel>
        <Panel title="4. Add-ons and discount">
          <ExtraFields form={form} />
        </Panel>
        <Panel title="5. Blurb and note">
          <NoteFields form={form} />
        </Panel>
      </form>
      <BookingSidebar values={values} book={book}>
        <Button type="submit" form={formId} busy={busy}>
          Submit for review
        </Button>
      </BookingSidebar>
    </div>
  );
}

const TYPING_MS = 300;

type Props = { form: BookingForm; book: Book | undefined; onChoose: (id: number) => void };

/** Selects an active book of the partner by typing. */
function BookField({ form, book, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed === book?.title ? '' : typed, TYPING_MS);
  const booksSearch = useQuery(
    partnerBooksQuery({ q, status: 'active', per: RESULTS_PER_PAGE, sort_col: 'title', sort_dir: 'asc' }),
  );
  const books = booksSearch.data?.books ?? [];
  const options = book && !books.some(({ id }) => id === book.id) ? [book, ...books] : books;
  return (
    <div className={classes.bookRow}>
      <Cover src={book?.cover_url ?? NO_COVER} alt="" width={64} />
      <Picker
        label="Book"
        placeholder="Type a title"
        required
        emptyText="No matches in your active books"
        isFiltered
        searchValue={typed}
        onSearchChange={setTyped}
        data={options.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...form.getInputProps('book_id')}
        onChange={(value: string | null) => value && onChoose(Number(value))}
      />
    </div>
  );
}

/** Add-ons and a discount code. */
function ExtraFields({ form }: { form: BookingForm }) {
  const addons = useQuery(addonsQuery());
  return (
    <>
      {addons.data?.map((addon) => (
        <AddonField key={addon.id} form={form} addon={addon} />
      ))}
      <DiscountField form={form} />
    </>
  );
}

const UNAVAILABLE_TEXTS = {
  taken: 'Already taken on that date in this category.',
  past: 'It’s too late to book that date. Choose a later one.',
  inactive: 'Not available right now.',
};

function AddonField({ form, addon }: { form: BookingForm; addon: Addon }) {
  const { addon_ids, requested_date: date, category_id } = form.getValues();
  const isTop = addon.name === TOP_OF_NEWSLETTER;
  const slot = isTop && date && category_id ? { date, category_id: Number(category_id) } : null;
  const { data: availability } = useQuery(availabilityQuery(slot));
  const isUnavailable = availability?.available === false;
  const isDisabled = (isTop && !slot) || isUnavailable;
  const isChosen = addon_ids.includes(addon.id);
  const others = addon_ids.filter((id) => id !== addon.id);

  useEffect(() => {
    if (isUnavailable && isChosen) form.setFieldValue('addon_ids', others);
  });
  return (
    <Check
      label={`${addon.label}, ${formatCents(availability?.price_cents ?? addon.price_cents)}`}
      hint={
        isTop && !slot
          ? 'Your book comes first in its category. Choose a date to see if it’s available.'
          : isUnavailable
            ? UNAVAILABLE_TEXTS[availability.reason ?? 'taken']
            : 'Your book comes first in its category, with a star. Its price counts toward the $60.00 cap.'
      }
      aria-disabled={isDisabled || undefined}
      checked={isChosen}
      onChange={(event) => {
        if (!isDisabled) form.setFieldValue('addon_ids', event.currentTarget.checked ? [...others, addon.id] : others);
      }}
    />
  );
}

function DiscountField({ form }: { form: BookingForm }) {
  const { discount_code } = form.getValues();
  const { support_email } = useShell();
  const { code, data, error } = useDiscount(form.getValues());
  const input = form.getInputProps('discount_code');
  const isCurrent = code === discount_code.trim() && code !== '';
  return (
    <Field
      label="Discount code"
      maxLength={40}
      autoComplete="off"
      {...input}
      error={input.error ?? (isCurrent && error ? errorText(error, support_email) : undefined)}
      hint={<span role="status">{isCurrent && data ? `Valid: ${discountText(data)}` : 'Optional'}</span>}
    />
  );
}
