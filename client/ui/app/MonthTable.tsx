import type { ComponentProps, ReactNode } from 'react';
import { dateOf } from '#shared/dates.ts';
import { weeksOf } from './calendar.ts';
import classes from './MonthTable.module.css';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** '2026-11' → 'November 2026' */
export const monthName = (month: string) => monthFormat.format(dateOf(`${month}-01`));

type Props = Omit<ComponentProps<'table'>, 'children'> & {
  /** 'YYYY-MM' */
  month: string;
  /** How many letters of a weekday's name fit. */
  letters: 2 | 3;
  today?: string;
  children: (date: string) => ReactNode;
};

/** A month in weeks from Sunday, for calendars to fill in their days. */
export const MonthTable = ({ month, letters, today, children: dayOf, className = '', ...table }: Props) => (
  <table {...table} className={`${classes.month} ${className}`}>
    <thead>
      <tr>
        {WEEKDAYS.map((weekday) => (
          <th key={weekday} scope="col">
            <abbr title={weekday}>{weekday.slice(0, letters)}</abbr>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeksOf(month).map((week) => (
        <tr key={week.find(Boolean)}>
          {week.map((date, weekday) => (
            <td key={WEEKDAYS[weekday]} data-today={(today && date === today) || undefined}>
              {date && dayOf(date)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
