import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { moveDayByKey, weeksFrom } from '#client/ui/app/calendar.ts';
import { MonthTable } from '#client/ui/app/MonthTable.tsx';
import { Button } from '#client/ui/Button.tsx';
import { formatCount } from '#shared/counts.ts';
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
  /** A date that is already chosen in another calendar, so it can't be picked here. */
  unavailableDate?: string;
  onPick: (date: string) => void;
  /** Content below the calendar after a full day was pressed: its waiting list. Without it, the reason is shown. */
  renderFullDate?: (date: string) => ReactNode;
};

const WEEKS = 6;

/**
 * Six weeks of newsletter dates with their free slots, colored by expected clicks. Pressing a day that can't be booked
 * shows the reason, or the waiting list of a full day.
 */
export function BookingCalendar({
  label,
  first,
  last,
  dayOf,
  selected,
  unavailableDate,
  onPick,
  renderFullDate,
}: Props) {
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const [focusedDate, setFocusedDate] = useState(selected[0] ?? unavailableDate ?? first);
  const [start, setStart] = useState(() => blockStart(focusedDate, first));
  const [refusedDate, setRefusedDate] = useState<string | null>(null);
  const weeks = weeksFrom(start, WEEKS, { first, last });
  const shown = weeks.flat().filter((date) => date !== null);
  const tabStop = shown.includes(focusedDate) ? focusedDate : shown[0]!;
  const showDay = (date: string) => {
    setFocusedDate(date);
    setStart(blockStart(date, first));
  };
  // Shows the weeks of a date that was chosen outside the calendar.
  const [selectedDate = ''] = selected;
  const [lastSelectedDate, setLastSelectedDate] = useState(selectedDate);
  if (selectedDate !== lastSelectedDate) {
    setLastSelectedDate(selectedDate);
    if (selectedDate && !shown.includes(selectedDate)) showDay(selectedDate);
  }

  const hasWaitingList = ({ date, reason }: BookingDay) =>
    renderFullDate !== undefined && date !== unavailableDate && reason === REASONS.date_full.explanation;
  const reasonOf = ({ date, reason }: BookingDay) =>
    date === unavailableDate ? 'You’ve already chosen this date.' : reason;
  // Read again in each render, because the refused date may have slots in the category chosen since.
  const refusedDay = refusedDate ? dayOf(refusedDate) : null;
  const fullDate = refusedDay && hasWaitingList(refusedDay) ? refusedDate : null;
  const refusal = refusedDay && !fullDate && reasonOf(refusedDay);
  const waitingList = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fullDate) waitingList.current?.scrollIntoView({ block: 'nearest' });
  }, [fullDate]);
  const pressDay = (day: BookingDay) => {
    const isRefused = reasonOf(day) !== null;
    setFocusedDate(day.date);
    setRefusedDate(isRefused ? day.date : null);
    if (!isRefused) onPick(day.date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveDayByKey(event.key, tabStop, { first, last });
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
          onStep={() => setStart(blockStart(addDays(start, -1), first))}
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
            isUnavailable={date === unavailableDate}
            isTabStop={date === tabStop}
            hasWaitingList={hasWaitingList(dayOf(date))}
            onPress={pressDay}
          />
        )}
      </MonthTable>
      <div className={classes.notes}>
        <p role="status" className={classes.refusal}>
          {refusal && `${formatDate(refusedDate!)}: ${refusal}`}
        </p>
        <p id={`${id}-keys`} className={classes.keys}>
          Arrow keys move between days, Page Up and Page Down by four weeks.
        </p>
      </div>
      {renderFullDate && <p className={classes.waiting}>A full date has a waiting list. Choose the date to join it.</p>}
      <div ref={waitingList}>{fullDate && renderFullDate?.(fullDate)}</div>
    </div>
  );
}

/** The first day of the six-week block that contains a date. Blocks start with the week of the first bookable day. */
function blockStart(date: string, first: string) {
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
  /** True for the first day shown. It shows its month, like the first day of each month. */
  isFirst: boolean;
  isSelected: boolean;
  isUnavailable: boolean;
  isTabStop: boolean;
  hasWaitingList: boolean;
  onPress: (day: BookingDay) => void;
};

const BookingCalendarDay = ({
  day,
  isFirst,
  isSelected,
  isUnavailable,
  isTabStop,
  hasWaitingList,
  onPress,
}: BookingCalendarDayProps) => (
  <button
    type="button"
    className={classes.day}
    data-date={day.date}
    data-level={day.level ?? undefined}
    data-state={
      isSelected ? 'selected' : day.isOpen && !isUnavailable ? 'open' : hasWaitingList ? 'waiting list' : 'closed'
    }
    aria-pressed={isSelected}
    aria-disabled={(!day.isOpen && !hasWaitingList) || isUnavailable || undefined}
    title={hasWaitingList ? JOIN : (day.reason ?? undefined)}
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
    <span className="visually-hidden">
      {hasWaitingList ? `${formatDate(day.date)}, full. ${JOIN}` : screenReaderText(day)}
    </span>
  </button>
);

const JOIN = 'Join the waiting list';

/** The number of free slots, or on a day that can't be booked, 'full' or '–'. Narrow phones hide the word 'left'. */
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

function screenReaderText({ date, isOpen, reason, places_left, expected_clicks, ...day }: BookingDay) {
  if (!isOpen) return `${formatDate(date)}, closed: ${reason}`;
  const clicks = expected_clicks === null ? '' : `, typically ${formatCount(expected_clicks, 'click')}`;
  const slots = places_left === 1 ? '1 slot left' : `${places_left} slots left`;
  return `${formatDate(date)}, ${slots}${clicks}${day.top_of_newsletter_available ? ', top spot available' : ''}`;
}
