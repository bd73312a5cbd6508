import type { ApiKey, Partner, User } from '#prisma';
import { presentCurrentPartner } from '#server/partners/presenter.ts';
import type { ApiKey as ApiKeyResponse } from '#shared/api-keys.ts';
import type { CurrentUser, Role } from '#shared/auth.ts';

/** The signed-in staff member's record, as sign-in returns it. */
const presentCurrentUser = (user: User): CurrentUser => ({
  id: user.id,
  provider: 'email',
  uid: user.uid,
  email: user.uid,
  name: user.name,
  role: user.role,
});

/** The signed-in account's record, without secrets and timestamps. */
export const presentAccount = (role: Role, account: Partner | User) =>
  role === 'partner' ? presentCurrentPartner(account as Partner) : presentCurrentUser(account as User);

/** The account's record with timestamps, for sign-up and changes. */
export const presentAccountDetails = (role: Role, account: Partner | User) => ({
  ...presentAccount(role, account),
  created_at: account.created_at.toISOString(),
  updated_at: account.updated_at.toISOString(),
});

export const presentKey = ({ id, name, scopes, last4, created_at, last_used_at }: ApiKey): ApiKeyResponse => ({
  id,
  name,
  scopes,
  last4,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});
