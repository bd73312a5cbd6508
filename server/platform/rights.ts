/** Rights of staff: only administrators, not editors, move money, manage staff, and change settings. */
import { adminsOnly } from './errors.ts';

/** Takes a row of the staff table; a partner's account has no role. */
export const isAdmin = (account: object) => 'role' in account && account.role === 'admin';

export function refuseUnlessAdmin(account: object, message?: string) {
  if (!isAdmin(account)) throw adminsOnly(message);
}
