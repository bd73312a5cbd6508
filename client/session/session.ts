import type { CurrentPartner, CurrentUser, Role } from '#shared/auth.ts';

export type SignedInAccounts = { partner: CurrentPartner; user: CurrentUser };

type RoleState<R> = {
  /** True until the first check has answered. */
  isLoading: boolean;
  isSignedIn: boolean;
  record: R | null;
  /** Left by logging out or by a 403, which also chose the next page. */
  hasLeft: boolean;
};
export type SessionState = { [R in Role]: RoleState<SignedInAccounts[R]> };

export type SessionDeps = {
  hasCredentials(role: Role): boolean;
  clearCredentials(role: Role): void;
  /** The signed-in record, or null when the credentials are refused. Throws when there is no answer. */
  validate<R extends Role>(role: R): Promise<SignedInAccounts[R] | null>;
  signOut(role: Role): Promise<unknown>;
  /** Remembered searches, cached answers, where the visitor came from. */
  clearStored(): void;
};

const UNKNOWN = { isLoading: true, isSignedIn: false, record: null, hasLeft: false };
const OUT = { isLoading: false, isSignedIn: false, record: null, hasLeft: false };
export const UNKNOWN_SESSION: SessionState = { partner: UNKNOWN, user: UNKNOWN };

export type SessionStore = ReturnType<typeof createSession>;

/** A small store of the signed-in people. Both roles can be signed in at the same time. */
export function createSession(deps: SessionDeps) {
  let state = UNKNOWN_SESSION;
  const listeners = new Set<() => void>();
  /** Incremented by every sign-in and sign-out, so that the answer of an older check is ignored. */
  const turns = { partner: 0, user: 0 };
  /** Roles that are logging out. They aren't checked, since the server may have ended their session already. */
  const leaving = new Set<Role>();
  const unfinished = new Set<() => unknown>();

  return { subscribe, get: () => state, check, signedIn, beforeLogOut, logOut, leave };

  /** Called on every route change. Without an answer, signed-in people stay signed in. */
  async function check(role: Role) {
    if (leaving.has(role)) return;
    if (!deps.hasCredentials(role)) return set(role, OUT);
    const turn = turns[role];
    const answer = await deps.validate(role).catch(() => undefined);
    if (turn !== turns[role]) return;
    if (answer) return enter(role, answer);
    if (answer === null) deps.clearCredentials(role);
    if (answer === null && state[role].isSignedIn) deps.clearStored();
    if (answer === null || state[role].isLoading) set(role, OUT);
  }

  /** After sign-in, sign-up, password reset and account update. */
  function signedIn<R extends Role>(role: R, record: SignedInAccounts[R]) {
    turns[role]++;
    enter(role, record);
  }

  /** Another account, perhaps by another tab, must not see the stored data of the one before. */
  function enter<R extends Role>(role: R, record: SignedInAccounts[R]) {
    const before = state[role].record;
    if (before && before.id !== record.id) deps.clearStored();
    set(role, { ...OUT, isSignedIn: true, record });
  }

  /** Log-out waits for `finish` while the credentials are still valid. Returns a function that removes it. */
  function beforeLogOut(finish: () => unknown) {
    unfinished.add(finish);
    return () => void unfinished.delete(finish);
  }

  async function logOut(role: Role) {
    leaving.add(role);
    await Promise.allSettled([...unfinished].map((finish) => finish()));
    await deps.signOut(role).catch(() => undefined);
    leaving.delete(role);
    leave(role);
  }

  function leave(role: Role) {
    turns[role]++;
    deps.clearCredentials(role);
    deps.clearStored();
    set(role, { ...OUT, hasLeft: true });
  }

  function set<R extends Role>(role: R, next: RoleState<SignedInAccounts[R]>) {
    state = { ...state, [role]: next };
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }
}
