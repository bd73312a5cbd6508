import type { ComponentType } from 'react';
import type { App, LoadArgs } from '#client/api/app.ts';

export type Access = 'public' | 'partner' | 'user' | 'partner-guest' | 'user-guest';

/** A row of the route table. */
export type Screen = {
  path: string;
  screen: () => Promise<ComponentType>;
  /** The screen's source file, which is the key to its script and styles in the build's manifest. */
  src: string;
  /** `…-guest`: sign-in and sign-up pages, which redirect people who are already signed in with that role. */
  access: Access;
  /** True if signed-in people see the sidebar. */
  sidebar: boolean;
  /**
   * Fills the query cache before a public page is shown. May throw a redirect or a 404, and may return an object with
   * the page's `genre`.
   */
  load?: (app: App, args: LoadArgs) => Promise<unknown>;
  /** True if script and data are fetched when a link to the screen is hovered or focused. */
  prefetch?: boolean;
  /**
   * Loads the page's script right away, as forms need it, or once the page has painted. The default is 'immediate'
   * behind sign-in, and 'idle' elsewhere. Signed-in people always get the script right away.
   */
  script?: 'immediate' | 'idle';
};

export type ScreenHandle = Pick<Screen, 'src' | 'access' | 'sidebar' | 'script'>;

/** The category that a page is about. */
export type Genre = { id: number; slug: string; name: string; is_adult: boolean };

/**
 * A part of the route table. A row has a path, the screen's file in client/features or content/ (with '#Name' if the
 * file has several screens), and options. By default, a page is public, has the sidebar, and is prefetched.
 */
export type ScreenTable = {
  files: { [file: string]: () => Promise<unknown> };
  rows: readonly (readonly [path: string, file: string, options?: Partial<Omit<Screen, 'path' | 'src' | 'screen'>>])[];
};
