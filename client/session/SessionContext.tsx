import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { type SessionState, type SessionStore, UNKNOWN_SESSION } from './session.ts';

const SessionContext = createContext<SessionStore | null>(null);

/** `store` is null on the server, because only the browser's script knows who is signed in. */
export const SessionProvider = ({ store, children }: { store: SessionStore | null; children: ReactNode }) => (
  <SessionContext value={store}>{children}</SessionContext>
);

const never = () => () => undefined;
const unknown = () => UNKNOWN_SESSION;

/** Both roles' states; unknown while the server renders and until the first check has answered. */
export function useSession(): SessionState {
  const store = use(SessionContext);
  return useSyncExternalStore(store?.subscribe ?? never, store?.get ?? unknown, unknown);
}

/** For handlers and effects, which run only in the browser. */
export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) return MISSING;
  return store;
}

const refuse = () => {
  throw new Error('The session is stored in the browser, so it isn’t available on the server.');
};
const MISSING: SessionStore = {
  subscribe: never,
  get: unknown,
  check: refuse,
  signedIn: refuse,
  beforeLogOut: refuse,
  logOut: refuse,
  leave: refuse,
};
