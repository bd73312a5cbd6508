import './data-table.css';
import type { ReactNode } from 'react';

type Props = {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  className?: string;
  /** Selects the rows that phones show; wider screens show all. */
  isShownOnPhones?: (row: number) => boolean;
};

/** A table that becomes a list of cards on narrow screens, where each cell but the first repeats its column's title. */
export const DataTable = ({ caption, head, rows, className = '', isShownOnPhones = () => true }: Props) => (
  <table className={`data-table ${className}`}>
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
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
        <tr key={row} data-later={!isShownOnPhones(row) || undefined}>
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
