import { expect, it, vi } from 'vitest';
import type { CurrentPartner, Role } from '#shared/auth.ts';
import { createSession, type SessionDeps } from './session.ts';

const ann = { id: 1, name: 'Ann' } as CurrentPartner;
const bob = { id: 2, name: 'Bob' } as CurrentPartner;

function setUp(overrides: Partial<SessionDeps> = {}) {
  const cookies = new Map<Role, string>([['partner', 'token']]);
  const stored = new Map<string, string>();
  const deps = {
    accessToken: (role: Role) => cookies.get(role) ?? null,
    clearCredentials: vi.fn((role: Role) => void cookies.delete(role)),
    validate: vi.fn(async () => ann as never),
    signOut: vi.fn(async () => undefined),
    store: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    },
    clearStored: vi.fn(() => stored.clear()),
    clearPartnerQueries: vi.fn(),
    closeErrorNotices: vi.fn(),
    ...overrides,
  };
  return { session: createSession(deps), deps, cookies };
}

it('is loading until the first check has finished', async () => {
  const { session } = setUp();
  expect(session.get().partner).toMatchObject({ isLoading: true, isSignedIn: false });
  await session.check('partner');
  expect(session.get().partner).toMatchObject({ isLoading: false, isSignedIn: true, record: ann });
});

it('doesn’t check a role without credentials', async () => {
  const { session, deps } = setUp();
  await session.check('user');
  expect(session.get().user).toMatchObject({ isLoading: false, isSignedIn: false });
  expect(deps.validate).not.toHaveBeenCalled();
});

it('signs out and clears the cookie when the credentials are refused', async () => {
  const { session, deps } = setUp({ validate: async () => null });
  await session.check('partner');
  expect(session.get().partner).toMatchObject({ isLoading: false, isSignedIn: false, hasSignedOut: false });
  expect(deps.clearCredentials).toHaveBeenCalledWith('partner');
});

it('keeps credentials that another tab saved during the check', async () => {
  const { session, deps, cookies } = setUp({
    validate: vi.fn().mockResolvedValueOnce(null).mockResolvedValueOnce(ann),
  });
  const checked = session.check('partner');
  cookies.set('partner', 'token of another tab');
  await checked;
  expect(session.get().partner).toMatchObject({ isSignedIn: true, record: ann });
  expect(deps.clearCredentials).not.toHaveBeenCalled();
});

it('clears stored data when the credentials are refused', async () => {
  const { session, deps } = setUp({ validate: async () => null });
  session.setSignedIn('partner', ann);
  await session.check('partner');
  expect(deps.clearStored).toHaveBeenCalledOnce();
});

it('clears stored data when another account has signed in from another tab', async () => {
  const { session, deps } = setUp({ validate: async () => bob as never });
  session.setSignedIn('partner', ann);
  session.setSignedIn('partner', { ...ann, name: 'Anne' });
  expect(deps.clearStored).not.toHaveBeenCalled();
  await session.check('partner');
  expect(session.get().partner.record).toBe(bob);
  expect(deps.clearStored).toHaveBeenCalledOnce();
});

it('clears stored data when another account signs in after another tab logged out', async () => {
  const { session, deps, cookies } = setUp();
  session.setSignedIn('partner', ann);
  cookies.delete('partner');
  await session.check('partner');
  session.setSignedIn('partner', ann);
  expect(deps.clearStored).not.toHaveBeenCalled();
  cookies.delete('partner');
  await session.check('partner');
  session.setSignedIn('partner', { ...ann, id: 2 });
  expect(deps.clearStored).toHaveBeenCalledOnce();
});

it('clears stored data when another tab logs out during a check', async () => {
  const { session, deps, cookies } = setUp({ validate: async () => null });
  session.setSignedIn('partner', ann);
  const checked = session.check('partner');
  cookies.delete('partner');
  await checked;
  expect(session.get().partner.isSignedIn).toBe(false);
  expect(deps.clearStored).toHaveBeenCalledOnce();
});

it('clears stored data when another account signs in after the session ended while no page was open', async () => {
  const { deps, session } = setUp();
  session.setSignedIn('partner', ann);
  const nextPage = createSession({ ...deps, validate: async () => null });
  await nextPage.check('partner');
  nextPage.setSignedIn('partner', { ...ann, id: 3, is_view: true });
  nextPage.setSignedIn('partner', ann);
  expect(deps.clearStored).not.toHaveBeenCalled();
  createSession(deps).setSignedIn('partner', { ...ann, id: 2 });
  expect(deps.clearStored).toHaveBeenCalledOnce();
});

it('clears only responses to the partner when a staff view ends or changes', async () => {
  const view = { ...ann, is_view: true } as CurrentPartner;
  const { session, deps, cookies } = setUp({ validate: async () => null });
  session.setSignedIn('partner', ann);
  session.setSignedIn('partner', { ...view, id: 2 });
  expect(deps.clearPartnerQueries).toHaveBeenCalledTimes(1);
  session.setSignedIn('partner', { ...view, id: 3 });
  expect(deps.clearPartnerQueries).toHaveBeenCalledTimes(2);
  await session.check('partner');
  expect(session.get().partner.isSignedIn).toBe(false);
  expect(deps.clearPartnerQueries).toHaveBeenCalledTimes(3);
  cookies.set('partner', 'token');
  session.setSignedIn('partner', { ...view, id: 3 });
  session.endSession('partner');
  expect(deps.clearPartnerQueries).toHaveBeenCalledTimes(4);
  session.setSignedIn('partner', ann);
  expect(deps.clearPartnerQueries).toHaveBeenCalledTimes(5);
  expect(deps.clearStored).not.toHaveBeenCalled();
});

it('closes errors on sign-in, but not when the signed-in account is updated', () => {
  const { session, deps } = setUp();
  session.setSignedIn('partner', ann);
  session.setSignedIn('partner', { ...ann, name: 'Anne' });
  expect(deps.closeErrorNotices).toHaveBeenCalledOnce();
});

it('waits for pending tasks before it logs out', async () => {
  const done: string[] = [];
  const { session } = setUp({ signOut: async () => done.push('signed out') });
  session.setSignedIn('partner', ann);
  const unregister = session.beforeLogOut(async () => {
    await Promise.resolve();
    done.push('sent');
  });
  session.beforeLogOut(() => Promise.reject(new Error('no network')));
  await session.logOut('partner');
  unregister();
  await session.logOut('partner');
  expect(done).toEqual(['sent', 'signed out', 'signed out']);
});

it('keeps a partner signed in when the server doesn’t respond', async () => {
  const validate = vi.fn().mockResolvedValueOnce(ann).mockRejectedValueOnce(new Error('no network'));
  const { session } = setUp({ validate });
  await session.check('partner');
  await session.check('partner');
  expect(session.get().partner.isSignedIn).toBe(true);
});

it('stops loading, and keeps the cookie, when the first check gets no response', async () => {
  const { session, cookies } = setUp({ validate: () => Promise.reject(new Error('no network')) });
  await session.check('partner');
  expect(session.get().partner).toMatchObject({ isLoading: false, isSignedIn: false });
  expect(cookies.has('partner')).toBe(true);
});

it('clears everything on logout, even if the server can’t be reached', async () => {
  const { session, deps } = setUp({ signOut: () => Promise.reject(new Error('no network')) });
  session.setSignedIn('partner', ann);
  await session.logOut('partner');
  expect(session.get().partner).toMatchObject({ isSignedIn: false, hasSignedOut: true, record: null });
  expect(deps.clearCredentials).toHaveBeenCalledWith('partner');
  expect(deps.clearStored).toHaveBeenCalledOnce();
});

it('finishes a logout even if the credentials are refused before the server responds', async () => {
  let respond: () => void = () => undefined;
  const { session } = setUp({
    signOut: () => new Promise<void>((resolve) => (respond = resolve)),
    validate: async () => null,
  });
  session.setSignedIn('partner', ann);
  const loggedOut = session.logOut('partner');
  await session.check('partner');
  expect(session.get().partner.isSignedIn).toBe(true);
  respond();
  await loggedOut;
  expect(session.get().partner).toMatchObject({ isSignedIn: false, hasSignedOut: true });
});

it('signs out one role while the other stays signed in', async () => {
  const { session } = setUp();
  session.setSignedIn('partner', ann);
  session.setSignedIn('user', { id: 2, name: 'Sam' } as never);
  session.endSession('partner');
  expect(session.get().partner.isSignedIn).toBe(false);
  expect(session.get().user.isSignedIn).toBe(true);
});

it('keeps the stored data of the role that stays signed in, unless it’s a staff view', async () => {
  const { session, deps, cookies } = setUp();
  cookies.set('user', 'token');
  session.setSignedIn('user', { id: 2, name: 'Sam' } as never);
  session.setSignedIn('partner', ann);
  await session.logOut('partner');
  expect(deps.clearStored).toHaveBeenLastCalledWith('user');
  cookies.set('partner', 'token');
  session.setSignedIn('partner', { ...ann, id: 3, is_view: true });
  await session.logOut('user');
  expect(deps.clearStored).toHaveBeenLastCalledWith(null);
});

it('ignores the result of a check that began before logout', async () => {
  let respond: (record: never) => void = () => undefined;
  const { session } = setUp({ validate: () => new Promise((resolve) => (respond = resolve)) });
  const check = session.check('partner');
  session.endSession('partner');
  respond(ann as never);
  await check;
  expect(session.get().partner.isSignedIn).toBe(false);
});

/** A session whose checks get their responses from the test, by the order in which they began. */
function setUpSlowChecks() {
  const responses: PromiseWithResolvers<CurrentPartner | null>[] = [];
  const validate = () => {
    responses.push(Promise.withResolvers());
    return responses.at(-1)!.promise as Promise<never>;
  };
  return { ...setUp({ validate }), responses };
}

it.each([
  ['found another account', bob],
  ['was refused', null],
])('ignores the result of a check that ends after a later one %s', async (_, found) => {
  const { session, responses } = setUpSlowChecks();
  const checks = [session.check('partner'), session.check('partner')];
  responses[1]!.resolve(found);
  await checks[1];
  responses[0]!.resolve(ann);
  await checks[0];
  expect(session.get().partner.record).toBe(found);
});

it('ignores the result of a check that ends after a later one found no credentials', async () => {
  const { session, cookies, responses } = setUpSlowChecks();
  const checked = session.check('partner');
  cookies.delete('partner');
  await session.check('partner');
  responses[0]!.resolve(ann);
  await checked;
  expect(session.get().partner.isSignedIn).toBe(false);
});

it('uses the result of a check although a later one began or got no response', async () => {
  const { session, responses } = setUpSlowChecks();
  const checks = [session.check('partner'), session.check('partner')];
  responses[1]!.reject(new Error('no network'));
  await checks[1];
  responses[0]!.resolve(ann);
  await checks[0];
  expect(session.get().partner.record).toBe(ann);
});
