import type { ComponentProps, ReactNode } from 'react';
import { formatMonth } from '#shared/month-name.ts';
import { weeksOf } from './calendar.ts';
import classes from './MonthTable.module.css';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** '2026-11' → 'November 2026' */
export const monthName = (month: string) => formatMonth(`${month}-01`);

type Props = Omit<ComponentProps<'table'>, 'children'> & {
  /** 'YYYY-MM' */
  month?: string;
  /** Weeks to show instead of a month: days from Sunday to Saturday, null for an empty cell. */
  weeks?: readonly (readonly (string | null)[])[];
  /** The length of the weekday abbreviations. */
  letters: 2 | 3;
  today?: string;
  children: (date: string) => ReactNode;
};

/** A calendar grid of a month or of other weeks. `children` renders a day. */
export const MonthTable = ({
  month = '',
  weeks = weeksOf(month),
  letters,
  today,
  children: renderDay,
  className = '',
  ...table
}: Props) => (
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
      {weeks.map((week) => (
        <tr key={week.find(Boolean)}>
          {week.map((date, weekday) => (
            <td key={WEEKDAYS[weekday]} data-today={(today && date === today) || undefined}>
              {date && renderDay(date)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
