import { useRef, useState } from 'react';
import type { Promotion } from '#shared/promotions.ts';
import { rangeOf } from './bulk.ts';

/** The rows that the editor selected for a bulk decision. */
export function useRowSelection(rows: readonly Promotion[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const lastToggled = useRef<number | null>(null);
  return {
    selectedRows: rows.filter(({ id }) => ids.has(id)),
    has: (id: number) => ids.has(id),
    /** `asRange` selects every row from the last toggled one to this one. */
    toggle(id: number, { asRange = false } = {}) {
      const range = asRange ? rangeOf(rows, lastToggled.current, id) : [id];
      const shouldSelect = asRange || !ids.has(id);
      lastToggled.current = id;
      setIds((before) => {
        const after = new Set(before);
        for (const rowId of range) shouldSelect ? after.add(rowId) : after.delete(rowId);
        return after;
      });
    },
    set(chosen: readonly { id: number }[]) {
      lastToggled.current = null;
      setIds(new Set(chosen.map(({ id }) => id)));
    },
  };
}
export type RowSelection = ReturnType<typeof useRowSelection>;
