import type { CurrentPartner, CurrentUser, Role } from '#shared/auth.ts';

export type SignedInAccounts = { partner: CurrentPartner; user: CurrentUser };

type RoleState<R> = {
  /** True until the first check has finished. */
  isLoading: boolean;
  isSignedIn: boolean;
  record: R | null;
  /** True after a logout, an account closure, or a 403. Each opens another page, so screens don't redirect. */
  hasSignedOut: boolean;
};
export type SessionState = { [R in Role]: RoleState<SignedInAccounts[R]> };

export type SessionDeps = {
  /** The role's access token, or null without credentials. All tabs share it. */
  accessToken(role: Role): string | null;
  clearCredentials(role: Role): void;
  /** The signed-in record, or null if the credentials are refused. Throws any other error. */
  validate<R extends Role>(role: R): Promise<SignedInAccounts[R] | null>;
  signOut(role: Role): Promise<unknown>;
  /** The browser's storage, which remembers each role's last account when no page is open. */
  store: Pick<Storage, 'getItem' | 'setItem'>;
  /**
   * Clears cached responses and all data in the browser's and the tab's storage, such as remembered searches, except
   * for the stored data of a role that stays signed in.
   */
  clearStored(keptRole: Role | null): void;
  /** Removes cached responses to a partner. */
  clearPartnerQueries(): void;
  /** Closes all error notices, such as those about refused sign-ins. */
  closeErrorNotices(): void;
};

const UNKNOWN = { isLoading: true, isSignedIn: false, record: null, hasSignedOut: false };
const SIGNED_OUT = { isLoading: false, isSignedIn: false, record: null, hasSignedOut: false };
export const UNKNOWN_SESSION: SessionState = { partner: UNKNOWN, user: UNKNOWN };

export type SessionStore = ReturnType<typeof createSession>;

/** Creates the store of the signed-in accounts. Both roles can be signed in at the same time. */
export function createSession(deps: SessionDeps) {
  let state = UNKNOWN_SESSION;
  const listeners = new Set<() => void>();
  /** Counts checks and changes of both roles. */
  let steps = 0;
  /** Each role's latest step that had a result. The results of checks that began earlier are ignored. */
  const latestSteps = { partner: 0, user: 0 };
  /** Roles that are logging out. They aren't checked, since the server may have ended their session already. */
  const rolesLoggingOut = new Set<Role>();
  const logOutTasks = new Set<() => unknown>();
  /** Accounts that signed in last, whose data may still be stored after another tab logged out. */
  const lastRecords: { [R in Role]?: SignedInAccounts[R] } = {};

  return { subscribe, get: () => state, check, setSignedIn, beforeLogOut, logOut, endSession };

  /**
   * Checks a role's credentials, on every route change and after a response that refuses them. Without a response, a
   * signed-in role stays signed in. Refused credentials are cleared, unless another tab has signed in since.
   */
  async function check(role: Role): Promise<void> {
    if (rolesLoggingOut.has(role)) return;
    const step = ++steps;
    const token = deps.accessToken(role);
    if (token === null) {
      latestSteps[role] = step;
      return set(role, SIGNED_OUT);
    }
    const result = await deps.validate(role).catch(() => undefined);
    if (step < latestSteps[role]) return;
    if (result !== undefined) latestSteps[role] = step;
    if (result) return storeAccount(role, result);
    if (result === null && ![token, null].includes(deps.accessToken(role))) return check(role);
    if (result === null) deps.clearCredentials(role);
    if (result === null && state[role].isSignedIn) clearDataOf(role, state[role].record);
    if (result === null || state[role].isLoading) set(role, SIGNED_OUT);
  }

  /** Stores the account of whoever is signed in now, such as after sign-in or an account update. */
  function setSignedIn<R extends Role>(role: R, record: SignedInAccounts[R]) {
    latestSteps[role] = ++steps;
    if (!state[role].isSignedIn) deps.closeErrorNotices();
    storeAccount(role, record);
  }

  /** Another account, perhaps signed in by another tab, must not see the stored data of the previous one. */
  function storeAccount<R extends Role>(role: R, record: SignedInAccounts[R]) {
    const last = lastRecords[role];
    if (last && last.id !== record.id) clearDataOf(role, last, record);
    lastRecords[role] = record;
    if (!isView(record)) {
      const key = `last_${role}`;
      const id = `${record.id}`;
      if ((deps.store.getItem(key) ?? id) !== id) clearStored(role);
      deps.store.setItem(key, id);
    }
    set(role, { ...SIGNED_OUT, isSignedIn: true, record });
  }

  /** A staff view stores only responses. Everything else belongs to its staff member, who stays signed in. */
  function clearDataOf(role: Role, ...records: (SignedInAccounts[Role] | null)[]) {
    if (records.some(isView)) deps.clearPartnerQueries();
    else clearStored(role);
  }

  function clearStored(role: Role) {
    const other = role === 'partner' ? 'user' : 'partner';
    const isKept = deps.accessToken(other) !== null && !isView(state[other].record);
    deps.clearStored(isKept ? other : null);
  }

  /**
   * Registers a task that logout waits for, while the credentials are still valid. Returns a function that unregisters
   * it.
   */
  function beforeLogOut(task: () => unknown) {
    logOutTasks.add(task);
    return () => void logOutTasks.delete(task);
  }

  async function logOut(role: Role) {
    rolesLoggingOut.add(role);
    await Promise.allSettled([...logOutTasks].map((task) => task()));
    await deps.signOut(role).catch(() => undefined);
    rolesLoggingOut.delete(role);
    endSession(role);
  }

  function endSession(role: Role) {
    latestSteps[role] = ++steps;
    deps.clearCredentials(role);
    clearDataOf(role, state[role].record);
    set(role, { ...SIGNED_OUT, hasSignedOut: true });
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

const isView = (record: SignedInAccounts[Role] | null) => record !== null && 'is_view' in record;
