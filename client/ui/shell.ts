import { createContext, use } from 'react';
import type { Session } from '#shared/auth.ts';

/** What every page knows: the business clock, the demo and sandbox switches, the support address, the site's own address. */
export type Shell = Session & { app_url: string };

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('useShell needs the ShellContext of client/Document.tsx');
  return shell;
}
