import { createContext, use } from 'react';

export type RouteTable = {
  /** Whether the route table has a page at this path: menus link only to what exists. */
  hasPage(path: string): boolean;
  /** Fetches the script and the data of a page that is probably visited next. */
  prefetch(url: URL): void;
};

export const RouteTableContext = createContext<RouteTable>({ hasPage: () => true, prefetch: () => undefined });

export const useRouteTable = () => use(RouteTableContext);
