import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { type SessionState, type SessionStore, UNKNOWN_SESSION } from './session.ts';

const SessionContext = createContext<SessionStore | null>(null);

/** `store` is null on the server, because only the browser's script knows who is signed in. */
export const SessionProvider = ({ store, children }: { store: SessionStore | null; children: ReactNode }) => (
  <SessionContext value={store}>{children}</SessionContext>
);

const subscribeToNothing = () => () => undefined;
const unknownSession = () => UNKNOWN_SESSION;

/** Both roles' states, which are unknown on the server and until the first check has finished. */
export function useSession(): SessionState {
  const store = use(SessionContext);
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, store?.get ?? unknownSession, unknownSession);
}

/** The session store, for handlers and effects, which run only in the browser. */
export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) return UNAVAILABLE_STORE;
  return store;
}

const refuse = () => {
  throw new Error('The session is stored in the browser, so it isn’t available on the server.');
};
const UNAVAILABLE_STORE: SessionStore = {
  subscribe: subscribeToNothing,
  get: unknownSession,
  check: refuse,
  setSignedIn: refuse,
  beforeLogOut: refuse,
  logOut: refuse,
  endSession: refuse,
};
