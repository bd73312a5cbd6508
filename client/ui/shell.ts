import { createContext, use } from 'react';
import type { Session } from '#shared/auth.ts';
import { CUTOFF_HOUR } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';

/** Data of every page: the business clock, the demo and sandbox switches, the support address, the site's own address. */
export type Shell = Session & {
  app_url: string;
  /** performance.now() when `now` arrived; about 0 for the page's own data. */
  told_at?: number;
};

export const ShellContext = createContext<Shell | null>(null);
/** Renews the shell, unless that was done a moment ago. */
export const RenewShellContext = createContext<() => unknown>(() => undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('useShell needs the ShellContext of client/app/Document.tsx');
  return shell;
}

/**
 * The date in Vancouver, which readers see. `business_date` is already tomorrow from the cutoff on; the next cutoff
 * tells which side we are on without asking the browser's zone data.
 */
export function calendarDay({
  business_date,
  next_cutoff_at,
  now,
}: Pick<Session, 'business_date' | 'next_cutoff_at' | 'now'>) {
  const hoursToCutoff = (Date.parse(next_cutoff_at) - Date.parse(now)) / HOUR_MS;
  return hoursToCutoff <= CUTOFF_HOUR ? business_date : addDays(business_date, -1);
}
