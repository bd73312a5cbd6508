import type { BookingDay } from '#client/ui/app/calendar.ts';
import { formatDate } from '#shared/long-dates.ts';
import classes from './BookingCalendar.module.css';

type Props = {
  day: BookingDay;
  isSelected: boolean;
  isTaken: boolean;
  isTabStop: boolean;
  onPress: (day: BookingDay) => void;
};

export const BookingCalendarDay = ({ day, isSelected, isTaken, isTabStop, onPress }: Props) => (
  <button
    type="button"
    className={classes.day}
    data-date={day.date}
    data-state={isSelected ? 'selected' : day.isOpen && !isTaken ? 'open' : 'closed'}
    aria-pressed={isSelected}
    aria-disabled={!day.isOpen || isTaken || undefined}
    title={day.reason ?? undefined}
    tabIndex={isTabStop ? 0 : -1}
    onClick={() => onPress(day)}
  >
    <span aria-hidden="true">
      {Number(day.date.slice(8))}
      {day.isOpen && day.top_of_newsletter_available && <span className={classes.star}>★</span>}
    </span>
    <small aria-hidden="true">
      <Places day={day} />
    </small>
    <span className="visually-hidden">{longText(day)}</span>
  </button>
);

/** Narrow phones have room for the number only. */
const Places = ({ day: { isOpen, places_left } }: { day: BookingDay }) =>
  isOpen ? (
    <>
      {places_left}
      <span className={classes.word}> left</span>
    </>
  ) : places_left > 0 ? (
    '–'
  ) : (
    'full'
  );

function longText({ date, isOpen, reason, places_left, top_of_newsletter_available: isTopFree }: BookingDay) {
  if (!isOpen) return `${formatDate(date)}, closed: ${reason}`;
  const places = places_left === 1 ? '1 place left' : `${places_left} places left`;
  return `${formatDate(date)}, ${places}${isTopFree ? ', top of the newsletter free' : ''}`;
}
