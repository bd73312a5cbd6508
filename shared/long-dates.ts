// The subpath: the whole of date-fns takes over a second to load.
import { format } from 'date-fns/format';

/** 'Saturday November 21st, 2026' (spec §9: 'EEEE LLLL do, y'). */
export function formatDate(text: string) {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number];
  return format(new Date(year, month - 1, day), 'EEEE LLLL do, y');
}
