import type { CurrentPartner, CurrentUser, Role } from '#shared/auth.ts';

export type Records = { partner: CurrentPartner; user: CurrentUser };

type RoleState<R> = {
  /** True until the first check has answered (spec §4). */
  isLoading: boolean;
  isSignedIn: boolean;
  record: R | null;
  /** Went by itself, through log out or a 403: whoever did that also chose where to go. */
  hasLeft: boolean;
};
export type SessionState = { [R in Role]: RoleState<Records[R]> };

export type SessionDeps = {
  hasCredentials(role: Role): boolean;
  clearCredentials(role: Role): void;
  /** The signed-in record, or null when the credentials are refused. Throws when there is no answer. */
  validate<R extends Role>(role: R): Promise<Records[R] | null>;
  signOut(role: Role): Promise<unknown>;
  /** Remembered searches, cached answers, where the visitor came from. */
  clearStored(): void;
};

const UNKNOWN = { isLoading: true, isSignedIn: false, record: null, hasLeft: false };
const OUT = { isLoading: false, isSignedIn: false, record: null, hasLeft: false };
export const UNKNOWN_SESSION: SessionState = { partner: UNKNOWN, user: UNKNOWN };

export type SessionStore = ReturnType<typeof createSession>;

/** Who is signed in: a small store for both roles, which may be signed in at once (spec §4). */
export function createSession(deps: SessionDeps) {
  let state = UNKNOWN_SESSION;
  const listeners = new Set<() => void>();
  /** Raised by every sign-in and sign-out, so that an older check's answer changes nothing. */
  const turns = { partner: 0, user: 0 };
  /** Who is about to leave is not asked about: the server may know already. */
  const leaving = new Set<Role>();
  const unfinished = new Set<() => unknown>();

  return { subscribe, get: () => state, check, signedIn, beforeLogOut, logOut, leave };

  /** Asked on every route change. No answer at all changes nothing for those already signed in. */
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
  function signedIn<R extends Role>(role: R, record: Records[R]) {
    turns[role]++;
    enter(role, record);
  }

  /** Another account than before, perhaps by another tab, must not see what was kept of the one before. */
  function enter<R extends Role>(role: R, record: Records[R]) {
    const before = state[role].record;
    if (before && before.id !== record.id) deps.clearStored();
    set(role, { ...OUT, isSignedIn: true, record });
  }

  /** `finish` is waited for while the credentials still hold. Returns the way to stop. */
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

  function set<R extends Role>(role: R, next: RoleState<Records[R]>) {
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
