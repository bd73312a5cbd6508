import { useRef, useState } from 'react';
import type { Promotion } from '#shared/promotions.ts';
import { rangeOf } from './bulk.ts';

/** The rows that the editor selected for a bulk decision. */
export function useMarks(rows: readonly Promotion[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const lastToggled = useRef<number | null>(null);
  return {
    marked: rows.filter(({ id }) => ids.has(id)),
    has: (id: number) => ids.has(id),
    /** `asRange`: also the rows from the last one that was selected. */
    toggle(id: number, { asRange = false } = {}) {
      const range = asRange ? rangeOf(rows, lastToggled.current, id) : [id];
      const isAdded = asRange || !ids.has(id);
      lastToggled.current = id;
      setIds((before) => {
        const after = new Set(before);
        for (const one of range) isAdded ? after.add(one) : after.delete(one);
        return after;
      });
    },
    set: (chosen: readonly { id: number }[]) => setIds(new Set(chosen.map(({ id }) => id))),
  };
}
export type Marks = ReturnType<typeof useMarks>;
