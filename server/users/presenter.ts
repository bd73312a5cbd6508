import type { User } from '#prisma';
import type { CurrentUser } from '#shared/auth.ts';

export type UserRow = User;

/** A staff member to themselves: R of the auth table. */
export const presentCurrentUser = (user: UserRow): CurrentUser => ({
  id: user.id,
  provider: 'email',
  uid: user.uid,
  email: user.uid,
  name: user.name,
  role: user.role,
});
