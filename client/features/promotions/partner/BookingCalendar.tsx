import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { addMonths, dayAfterKey, monthOf } from '#client/ui/app/calendar.ts';
import { MonthTable, monthName } from '#client/ui/app/MonthTable.tsx';
import { Button } from '#client/ui/Button.tsx';
import { formatDate } from '#shared/long-dates.ts';
import classes from './BookingCalendar.module.css';
import type { BookingDay } from './booking-days.ts';

type Props = {
  label: string;
  first: string;
  last: string;
  dayOf: (date: string) => BookingDay;
  selected: readonly string[];
  /** A day that is shown as chosen elsewhere and cannot be picked here. */
  taken?: string;
  onPick: (date: string) => void;
};

/** A month of newsletter dates with the places left on each; days that cannot be booked say why when they are pressed. */
export function BookingCalendar({ label, first, last, dayOf, selected, taken, onPick }: Props) {
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const [reached, setReached] = useState(selected[0] ?? taken ?? first);
  const [month, setMonth] = useState(monthOf(reached));
  const [refusal, setRefusal] = useState<string | null>(null);
  const tabStop = monthOf(reached) === month ? reached : `${month}-01` < first ? first : `${month}-01`;

  const press = (day: BookingDay) => {
    const reason = day.date === taken ? 'This is the day you ask for already.' : day.reason;
    setReached(day.date);
    setRefusal(reason && `${formatDate(day.date)}: ${reason}`);
    if (!reason) onPick(day.date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, tabStop, { first, last });
    if (!next) return;
    event.preventDefault();
    setReached(next);
    setMonth(monthOf(next));
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus());
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form
    <div className={classes.calendar} role="group" aria-label={label} aria-describedby={`${id}-keys`}>
      <div className={classes.head}>
        <MonthStep by={-1} month={month} limit={monthOf(first)} onStep={setMonth} />
        <strong id={id} aria-live="polite">
          {monthName(month)}
        </strong>
        <MonthStep by={1} month={month} limit={monthOf(last)} onStep={setMonth} />
      </div>
      <MonthTable
        ref={table}
        month={month}
        letters={2}
        className={classes.table}
        aria-labelledby={id}
        onKeyDown={onKeyDown}
      >
        {(date) => (
          <BookingCalendarDay
            day={dayOf(date)}
            isSelected={selected.includes(date)}
            isTaken={date === taken}
            isTabStop={date === tabStop}
            onPress={press}
          />
        )}
      </MonthTable>
      <div className={classes.notes}>
        <p role="status" className={classes.refusal}>
          {refusal}
        </p>
        <p id={`${id}-keys`} className={classes.keys}>
          Arrow keys move between days, Page Up and Page Down between months.
        </p>
      </div>
    </div>
  );
}

type StepProps = { by: 1 | -1; month: string; limit: string; onStep: (month: string) => void };

const MonthStep = ({ by, month, limit, onStep }: StepProps) => (
  <Button
    look="icon"
    aria-label={by < 0 ? 'Earlier month' : 'Later month'}
    disabled={by < 0 ? month <= limit : month >= limit}
    onClick={() => onStep(addMonths(month, by))}
  >
    {by < 0 ? <IconChevronLeft size={20} /> : <IconChevronRight size={20} />}
  </Button>
);

type BookingCalendarDayProps = {
  day: BookingDay;
  isSelected: boolean;
  isTaken: boolean;
  isTabStop: boolean;
  onPress: (day: BookingDay) => void;
};

const BookingCalendarDay = ({ day, isSelected, isTaken, isTabStop, onPress }: BookingCalendarDayProps) => (
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
