import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { dayAfterKey, weeksFrom } from '#client/ui/app/calendar.ts';
import { MonthTable } from '#client/ui/app/MonthTable.tsx';
import { Button } from '#client/ui/Button.tsx';
import { addDays, daysBetween, parseDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { REASONS } from '#shared/reasons.ts';
import classes from './BookingCalendar.module.css';
import type { BookingDay } from './booking-days.ts';

type Props = {
  label: string;
  first: string;
  last: string;
  dayOf: (date: string) => BookingDay;
  selected: readonly string[];
  /** A day that is chosen elsewhere and can't be picked here. */
  taken?: string;
  onPick: (date: string) => void;
  /** Shown below the calendar while a full day is chosen instead of its reason. */
  whenFull?: (date: string) => ReactNode;
};

const WEEKS = 6;

/**
 * Six weeks of newsletter dates with the slots left on each, colored by the clicks to expect. Days that can't be booked
 * say why when they are pressed.
 */
export function BookingCalendar({ label, first, last, dayOf, selected, taken, onPick, whenFull }: Props) {
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const [reached, setReached] = useState(selected[0] ?? taken ?? first);
  const [start, setStart] = useState(() => startOf(reached, first));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [full, setFull] = useState<string | null>(null);
  const weeks = weeksFrom(start, WEEKS, { first, last });
  const shown = weeks.flat().filter((date) => date !== null);
  const tabStop = shown.includes(reached) ? reached : shown[0]!;
  const showDay = (date: string) => {
    setReached(date);
    setStart(startOf(date, first));
  };
  // A date chosen elsewhere comes into view.
  const [chosen = ''] = selected;
  const [followed, setFollowed] = useState(chosen);
  if (chosen !== followed) {
    setFollowed(chosen);
    if (chosen && !shown.includes(chosen)) showDay(chosen);
  }

  const press = (day: BookingDay) => {
    const reason = day.date === taken ? 'You’ve already chosen this date.' : day.reason;
    setReached(day.date);
    const isFull = whenFull !== undefined && day.date !== taken && day.reason === REASONS.date_full.explanation;
    setFull(isFull ? day.date : null);
    setRefusal(isFull ? null : reason && `${formatDate(day.date)}: ${reason}`);
    if (!reason) onPick(day.date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, tabStop, { first, last });
    if (!next) return;
    event.preventDefault();
    showDay(next);
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus());
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form
    <div className={classes.calendar} role="group" aria-label={label} aria-describedby={`${id}-keys`}>
      <div className={classes.head}>
        <Step
          label="Earlier dates"
          disabled={start <= first}
          onStep={() => setStart(startOf(addDays(start, -1), first))}
        >
          <IconChevronLeft size={20} />
        </Step>
        <strong id={id} aria-live="polite">
          {shortDate(shown[0]!)} to {shortDate(shown.at(-1)!)}
        </strong>
        <Step label="Later dates" disabled={shown.at(-1)! >= last} onStep={() => setStart(addDays(shown.at(-1)!, 1))}>
          <IconChevronRight size={20} />
        </Step>
      </div>
      <MonthTable
        ref={table}
        weeks={weeks}
        letters={2}
        className={classes.table}
        aria-labelledby={id}
        onKeyDown={onKeyDown}
      >
        {(date) => (
          <BookingCalendarDay
            day={dayOf(date)}
            isFirst={date === shown[0]}
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
          Arrow keys move between days, Page Up and Page Down by four weeks.
        </p>
      </div>
      {full && whenFull?.(full)}
    </div>
  );
}

/** The six weeks that a day is in, counted from the week of the first bookable day. */
function startOf(date: string, first: string) {
  const blocks = Math.floor(daysBetween(sundayOf(first), date) / (7 * WEEKS));
  return blocks <= 0 ? first : addDays(sundayOf(first), blocks * 7 * WEEKS);
}

const sundayOf = (date: string) => addDays(date, -parseDate(date).getUTCDay());

type StepProps = { label: string; disabled: boolean; onStep: () => void; children: ReactNode };

const Step = ({ label, disabled, onStep, children }: StepProps) => (
  <Button look="icon" aria-label={label} disabled={disabled} onClick={onStep}>
    {children}
  </Button>
);

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' });

/** 'Dec 1' */
const shortDate = (date: string) => `${monthFormat.format(parseDate(date))} ${Number(date.slice(8))}`;

type BookingCalendarDayProps = {
  day: BookingDay;
  /** The first day shown, which names its month as the first of a month does. */
  isFirst: boolean;
  isSelected: boolean;
  isTaken: boolean;
  isTabStop: boolean;
  onPress: (day: BookingDay) => void;
};

const BookingCalendarDay = ({ day, isFirst, isSelected, isTaken, isTabStop, onPress }: BookingCalendarDayProps) => (
  <button
    type="button"
    className={classes.day}
    data-date={day.date}
    data-level={day.level ?? undefined}
    data-state={isSelected ? 'selected' : day.isOpen && !isTaken ? 'open' : 'closed'}
    aria-pressed={isSelected}
    aria-disabled={!day.isOpen || isTaken || undefined}
    title={day.reason ?? undefined}
    tabIndex={isTabStop ? 0 : -1}
    onClick={() => onPress(day)}
  >
    <span aria-hidden="true">
      {(isFirst || day.date.endsWith('-01')) && (
        <span className={classes.month}>{monthFormat.format(parseDate(day.date))}</span>
      )}
      {Number(day.date.slice(8))}
      {day.isOpen && day.top_of_newsletter_available && <span className={classes.star}>★</span>}
    </span>
    <small aria-hidden="true">
      <FreeSlots day={day} />
    </small>
    <span className="visually-hidden">{longText(day)}</span>
  </button>
);

/** Narrow phones have room for the number only. */
const FreeSlots = ({ day: { isOpen, places_left } }: { day: BookingDay }) =>
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

function longText({ date, isOpen, reason, places_left, expected_clicks, ...day }: BookingDay) {
  if (!isOpen) return `${formatDate(date)}, closed: ${reason}`;
  const clicks = expected_clicks === null ? '' : `, usually ${expected_clicks} clicks`;
  const places = places_left === 1 ? '1 slot left' : `${places_left} slots left`;
  return `${formatDate(date)}, ${places}${clicks}${day.top_of_newsletter_available ? ', top spot available' : ''}`;
}
