import { useQuery } from '@tanstack/react-query';
import { Field } from '#client/ui/Field.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatCount } from '#shared/counts.ts';
import { dateForecastQuery } from './booking-api.ts';
import { type BookingDay, firstBookable, lastBookable } from './booking-days.ts';
import { expectedText, forecastQueryOf, useBookingDays } from './DateFields.tsx';
import { type SeriesBookValues, seriesDealEnd } from './series-form.ts';

type Props = {
  values: SeriesBookValues;
  onChange: (changed: Pick<SeriesBookValues, 'requested_date' | 'deal_ends_on'>) => void;
};

/** Fields for one book: the newsletter date, with its free slots and expected clicks, and the last day of the deal. */
export function SeriesDateFields({ values, onChange }: Props) {
  const { business_date } = useShell();
  const { category_id, requested_date, deal_ends_on, book_id, sale_price_cents } = values;
  const query = forecastQueryOf({ category_id, sale_price_cents, book_id: String(book_id) });
  const { data: forecast } = useQuery(dateForecastQuery(query));
  const dayOf = useBookingDays(category_id, undefined, forecast).data;
  const day = requested_date && dayOf ? dayOf(requested_date) : null;
  return (
    <>
      <Field
        type="date"
        label="Newsletter date"
        hint={day && !day.reason && [slotsText(day), forecast?.warm_up_note].filter(Boolean).join('. ')}
        error={day?.reason}
        min={firstBookable(business_date)}
        max={lastBookable(business_date)}
        required
        value={requested_date}
        onChange={({ target }) => onChange({ requested_date: target.value, deal_ends_on })}
      />
      <Field
        type="date"
        label="Deal ends on"
        min={requested_date || undefined}
        required
        value={seriesDealEnd(values)}
        onChange={({ target }) => onChange({ requested_date, deal_ends_on: target.value })}
      />
    </>
  );
}

const slotsText = (day: BookingDay) => `${formatCount(day.places_left, 'slot')} left${expectedText(day) ?? ''}`;
