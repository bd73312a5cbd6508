import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

type Props = { caption: string; head: readonly string[]; rows: readonly (readonly ReactNode[])[] };

/** A table that becomes a list of cards on narrow screens; there each cell says its column's name. */
export const DataTable = ({ caption, head, rows }: Props) => (
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
        <tr key={row}>
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
