import type { ComponentProps } from 'react';
import { DataTable } from '../DataTable.tsx';
import classes from './NumberTable.module.css';

type Props = {
  caption?: string;
  /** The first is the heading of the row names; the others are those of the numbers. */
  headings: readonly string[];
  rows: readonly { name: string; numbers: readonly number[] }[];
};

/** A table with numbers in all columns but the first. On narrow screens, it becomes a list of cards. */
export const WideNumberTable = (props: Omit<ComponentProps<typeof DataTable>, 'className'>) => (
  <DataTable {...props} className={classes.wide} />
);

/** A small table of numbers, which stays a table on narrow screens. */
export const NumberTable = ({ caption, headings, rows }: Props) => (
  <table className={classes.table}>
    {caption && <caption>{caption}</caption>}
    <thead>
      <tr>
        {headings.map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, numbers }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {numbers.map((number, column) => (
            <td key={headings[column + 1]}>{number.toLocaleString('en-US')}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
