import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

type Props = {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** For phones; a row that isn't is still on wider screens. */
  isShown?: (row: number) => boolean;
};

/** A table that becomes a list of cards on narrow screens, where each cell names its column. */
export const DataTable = ({ caption, head, rows, isShown = () => true }: Props) => (
  <table className={classes.table}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {head.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([first, ...cells], row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order
        <tr key={row} data-later={!isShown(row) || undefined}>
          <th scope="row">{first}</th>
          {cells.map((cell, column) => (
            <td key={head[column + 1]} data-label={head[column + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
