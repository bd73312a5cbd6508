import { useQuery } from '@tanstack/react-query';
import { Alert } from '#client/ui/Alert.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { useShell } from '#client/ui/shell.ts';
import { lastDay } from '#shared/deal-dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { BookingCalendar } from './BookingCalendar.tsx';
import classes from './BookingFields.module.css';
import { categoriesQuery, countsQuery } from './booking-api.ts';
import { bookingDays, firstBookable, lastBookable } from './booking-days.ts';
import { type BookingForm, type BookingValues, MAX_ALTERNATES, withAlternate, withDate } from './booking-form.ts';

type Props = {
  form: BookingForm;
  /** The form's first values, when it changes a promotion. */
  before?: BookingValues;
};

/** The date, other days that would do, and the end of the deal. */
export function DateFields({ form, before }: Props) {
  const { category_id } = form.getValues();
  const days = useBookingDays(category_id, before);
  if (category_id === '') return <p>Choose a category to see its free places.</p>;
  return (
    <Loaded query={days} waiting={<Skeleton height={420} />}>
      {(dayOf) => <Dates form={form} dayOf={dayOf} />}
    </Loaded>
  );
}

function Dates({ form, dayOf }: { form: BookingForm; dayOf: ReturnType<typeof bookingDays> }) {
  const { business_date } = useShell();
  const bounds = { first: firstBookable(business_date), last: lastBookable(business_date), dayOf };
  const { alternate_dates, requested_date } = form.getValues();
  return (
    <>
      <div {...pathOf(form, 'requested_date')} tabIndex={-1} className={classes.dates}>
        <BookingCalendar
          {...bounds}
          label="Newsletter date"
          selected={requested_date ? [requested_date] : []}
          onPick={(date) => form.setValues(withDate(form.getValues(), date))}
        />
        <p className={classes.hint}>★ The top of the newsletter is still free.</p>
        {requested_date && (
          <p role="status">
            Chosen: <strong>{<DateText date={requested_date} />}</strong>
          </p>
        )}
        {form.errors.requested_date && <Alert kind="error">{form.errors.requested_date}</Alert>}
      </div>
      {requested_date && (
        <details className={classes.more}>
          <summary>Other days that would do: {alternate_dates.length === 0 ? 'none' : alternate_dates.length}</summary>
          <p className={classes.hint}>
            If your day fills up before our editors get to it, they take the first of these, up to {MAX_ALTERNATES}.
          </p>
          <div {...pathOf(form, 'alternate_dates')} tabIndex={-1} className={classes.dates}>
            <BookingCalendar
              {...bounds}
              label="Other days that would do"
              selected={alternate_dates}
              taken={requested_date}
              onPick={(date) => form.setValues(withAlternate(form.getValues(), date))}
            />
            <p role="status">{alternate_dates.map(formatDate).join(' · ')}</p>
            {form.errors.alternate_dates && <Alert kind="error">{form.errors.alternate_dates}</Alert>}
          </div>
        </details>
      )}
      <Field
        type="date"
        label="Deal ends on"
        hint="The price must stay until then. Three days after the newsletter is usual."
        required
        min={lastDay([requested_date, ...alternate_dates]) || undefined}
        {...form.getInputProps('deal_ends_on')}
      />
    </>
  );
}

/** The form finds the place to focus after a failed check by its `data-path`. */
const pathOf = (form: BookingForm, field: 'requested_date' | 'alternate_dates') => {
  const { 'data-path': path } = form.getInputProps(field) as { 'data-path'?: string };
  return { 'data-path': path };
};

/** Each day's availability, from two queries as one. */
function useBookingDays(chosen_category: string, before: BookingValues | undefined) {
  const { business_date } = useShell();
  const category_id = Number(chosen_category) || null;
  const categories = useQuery(categoriesQuery());
  const counts = useQuery(countsQuery(category_id, business_date));
  const category = categories.data?.find(({ id }) => id === category_id);
  const booked = before && { date: before.requested_date, needs_place: before.category_id !== chosen_category };
  return {
    data:
      category && counts.data
        ? bookingDays({ business_date, daily_slots: category.daily_slots, counts: counts.data, booked })
        : undefined,
    error: categories.error ?? counts.error,
    isFetching: categories.isFetching || counts.isFetching,
    refetch: () => Promise.all([categories.refetch(), counts.refetch()]),
  };
}
