import { createContext, use } from 'react';
import type { ShellData } from '#shared/auth.ts';
import { CUTOFF_HOUR } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';

/** Data for every page: the business clock, the site's public settings, and its URL. */
export type Shell = ShellData & {
  app_url: string;
  /** performance.now() when `now` arrived; missing for the page's own data, which arrives at about 0. */
  received_at?: number;
};

export const ShellContext = createContext<Shell | null>(null);
/** Refreshes the shell, at most once a minute. */
export const RefreshShellContext = createContext<() => unknown>(() => undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('useShell needs the ShellContext of client/app/Document.tsx');
  return shell;
}

/**
 * Today's date in Vancouver, which readers see. After the cutoff, `business_date` is already tomorrow's. The hours to
 * the next cutoff show which date applies, without the browser's time zone data.
 */
export function calendarDay({
  business_date,
  next_cutoff_at,
  now,
}: Pick<ShellData, 'business_date' | 'next_cutoff_at' | 'now'>) {
  const hoursToCutoff = (Date.parse(next_cutoff_at) - Date.parse(now)) / HOUR_MS;
  return hoursToCutoff <= CUTOFF_HOUR ? business_date : addDays(business_date, -1);
}
