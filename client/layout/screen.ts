import type { ComponentType } from 'react';
import type { App, LoadArgs } from '#client/api/app.ts';

export type Access = 'public' | 'partner' | 'user' | 'partner-guest' | 'user-guest';

/** A row of the route table. */
export type Screen = {
  path: string;
  screen: () => Promise<ComponentType>;
  /** The source file of the screen, by which the server finds its script and styles in the build's manifest. */
  src: string;
  /** Guests aren't signed in as that role; sign-in pages redirect the others. */
  access: Access;
  /** Signed-in people see the sidebar there. */
  sidebar: boolean;
  /** Fills the query cache before the page is shown. Throws a Response to redirect or to answer 404. A result with a `genre` sets the page's. */
  load?: (app: App, args: LoadArgs) => Promise<unknown>;
  /** Fetch script and data when a link to it is hovered or focused. */
  prefetch?: boolean;
  /** Forms need their script right away; other pages get it after they have painted. */
  script?: 'at once' | 'when idle';
};

export type ScreenHandle = Pick<Screen, 'src' | 'access' | 'sidebar' | 'script'>;

/** The category that a page is about. */
export type Genre = { id: number; slug: string; name: string; is_adult: boolean };

/**
 * A part of the route table. A row is a path, the screen's file in client/features or in content/, with '#Name' where the file
 * has several screens, and what differs from a public page with sidebar whose links are prefetched.
 */
export type ScreenTable = {
  files: { [file: string]: () => Promise<unknown> };
  rows: readonly (readonly [path: string, file: string, options?: Partial<Omit<Screen, 'path' | 'src' | 'screen'>>])[];
};
