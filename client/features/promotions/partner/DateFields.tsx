import { useQuery } from '@tanstack/react-query';
import { Alert } from '#client/ui/Alert.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatCount } from '#shared/counts.ts';
import { lastDay } from '#shared/deal-dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { DateForecast, DateForecastQuery } from '#shared/promotions.ts';
import { BookingCalendar } from './BookingCalendar.tsx';
import classes from './BookingFields.module.css';
import { categoriesQuery, countsQuery, dateForecastQuery } from './booking-api.ts';
import { type BookingDay, bestDateText, bookingDays, firstBookable, hasLevels, lastBookable } from './booking-days.ts';
import {
  type BookingForm,
  type BookingValues,
  endsOnLastDay,
  MAX_ALTERNATES,
  withAlternate,
  withDate,
} from './booking-form.ts';
import { JoinWaitingList } from './JoinWaitingList.tsx';

/** A booking with the form's initial values, which may have another category that staff haven't reviewed. */
type Booked = { category_id: number; before: BookingValues };

type Props = {
  form: BookingForm;
  /** The promotion that the form changes; undefined for a new booking. */
  booked?: Booked & { promotion_id: number };
};

/** The date, alternative dates, and the end of the deal. */
export function DateFields({ form, booked }: Props) {
  const { category_id } = form.getValues();
  const query = forecastQueryOf(form.getValues(), booked?.promotion_id);
  const { data: forecast } = useQuery(dateForecastQuery(query));
  const days = useBookingDays(category_id, booked, forecast);
  if (category_id === '') return <p>Choose a category to see available dates.</p>;
  return (
    <QueryBoundary query={days} placeholder={<Skeleton height={420} />}>
      {(dayOf) => <Dates form={form} isNew={!booked} dayOf={dayOf} forecast={forecast} />}
    </QueryBoundary>
  );
}

/**
 * The query for the forecast. Without a price, it asks about discounted books, which are the majority. `promotion_id`:
 * the promotion that the form changes.
 */
export const forecastQueryOf = (
  { category_id, sale_price_cents, book_id }: Pick<BookingValues, 'category_id' | 'sale_price_cents' | 'book_id'>,
  promotion_id?: number,
): DateForecastQuery | null =>
  category_id === ''
    ? null
    : {
        category_id: Number(category_id),
        price_type: sale_price_cents === 0 ? 'free' : 'discounted',
        ...(book_id === '' ? {} : { book_id: Number(book_id) }),
        ...(promotion_id === undefined ? {} : { promotion_id }),
      };

type DatesProps = {
  form: BookingForm;
  /** True for a new booking, which can join the waiting list of a full date. */
  isNew: boolean;
  dayOf: ReturnType<typeof bookingDays>;
  forecast: DateForecast | undefined;
};

function Dates({ form, isNew, dayOf, forecast }: DatesProps) {
  const { business_date } = useShell();
  const bounds = { first: firstBookable(business_date), last: lastBookable(business_date), dayOf };
  const { alternate_dates, requested_date } = form.getValues();
  return (
    <>
      <div {...dataPathOf(form, 'requested_date')} tabIndex={-1} className={classes.dates}>
        {forecast?.best && <BestDate forecast={forecast} best={forecast.best} form={form} />}
        <BookingCalendar
          {...bounds}
          label="Newsletter date"
          selected={requested_date ? [requested_date] : []}
          onPick={(date) => form.setValues(withDate(form.getValues(), date))}
          {...(isNew && { renderFullDate: (date: string) => <JoinWaitingList date={date} form={form} /> })}
        />
        <p className={classes.hint}>★ The top spot is still available. {forecast && forecastLegend(forecast)}</p>
        {forecast?.warm_up_note && <p className={classes.hint}>{forecast.warm_up_note}</p>}
        {requested_date && (
          <p role="status">
            Chosen: <strong>{<DateText date={requested_date} />}</strong>
            {expectedText(dayOf(requested_date))}
          </p>
        )}
        {form.errors.requested_date && <Alert kind="error">{form.errors.requested_date}</Alert>}
      </div>
      {requested_date && (
        <details className={classes.more}>
          <summary>Alternative dates: {alternate_dates.length === 0 ? 'none' : alternate_dates.length}</summary>
          <p className={classes.hint}>
            If your date fills up before our editors decide, they’ll use the first of these dates with an open slot.
            Choose up to {MAX_ALTERNATES}.
          </p>
          <div {...dataPathOf(form, 'alternate_dates')} tabIndex={-1} className={classes.dates}>
            <BookingCalendar
              {...bounds}
              label="Alternative dates"
              selected={alternate_dates}
              unavailableDate={requested_date}
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
        hint="Keep the deal price through this date. We suggest three days after the newsletter."
        required
        min={lastDay([requested_date, ...alternate_dates]) || undefined}
        {...form.getInputProps('deal_ends_on')}
        onChange={({ target: { value } }) => form.setValues({ deal_ends_on: value, is_deal_end_chosen: value !== '' })}
      />
      {endsOnLastDay(form.getValues()) && (
        <Alert kind="warning">
          The deal ends on the newsletter date. Readers who open the email the day after will pay the full price.
        </Alert>
      )}
    </>
  );
}

type BestProps = { forecast: DateForecast; best: NonNullable<DateForecast['best']>; form: BookingForm };

const BestDate = ({ forecast, best, form }: BestProps) => (
  <div className={classes.best}>
    <Button
      look="quiet"
      aria-pressed={form.getValues().requested_date === best.date}
      onClick={() => form.setValues(withDate(form.getValues(), best.date))}
    >
      Choose the best date for me
    </Button>
    <span className={classes.hint}>{bestDateText(forecast, best)}</span>
  </div>
);

const forecastLegend = (forecast: DateForecast) =>
  forecast.dates.every(({ expected_clicks }) => expected_clicks === null)
    ? `There are too few past promotions in this category (${forecast.sample_size}) to say which days get more clicks.`
    : hasLevels(forecast)
      ? 'The greener the day, the more clicks it typically brings.'
      : 'So far, clicks don’t vary by weekday.';

export const expectedText = ({ expected_clicks }: BookingDay) =>
  expected_clicks === null ? null : `, typically ${formatCount(expected_clicks, 'billable click')}`;

/** The `data-path`, which the form uses to find the element to focus after a failed validation. */
const dataPathOf = (form: BookingForm, field: 'requested_date' | 'alternate_dates') => {
  const { 'data-path': path } = form.getInputProps(field) as { 'data-path'?: string };
  return { 'data-path': path };
};

/** Each day's availability. Combines two queries into one. */
export function useBookingDays(categoryText: string, booking: Booked | undefined, forecast: DateForecast | undefined) {
  const { business_date } = useShell();
  const category_id = Number(categoryText) || null;
  const categories = useQuery(categoriesQuery());
  const counts = useQuery(countsQuery(category_id, business_date));
  const category = categories.data?.find(({ id }) => id === category_id);
  const booked = booking && {
    date: booking.before.requested_date,
    needs_slot: ![booking.before.category_id, String(booking.category_id)].includes(categoryText),
  };
  return {
    data:
      category && counts.data
        ? bookingDays({ business_date, daily_slots: category.daily_slots, counts: counts.data, booked, forecast })
        : undefined,
    error: categories.error ?? counts.error,
    isFetching: categories.isFetching || counts.isFetching,
    refetch: () => Promise.all([categories.refetch(), counts.refetch()]),
  };
}
