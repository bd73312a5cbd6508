/** Rights of staff: administrators refund and write off money, manage staff, and change settings; editors can't. */
import { adminsOnly } from './errors.ts';

/** `account` is a row of the users or partners table; a partner's has no role. */
export const isAdmin = (account: object) => 'role' in account && account.role === 'admin';

export function refuseUnlessAdmin(account: object, message?: string) {
  if (!isAdmin(account)) throw adminsOnly(message);
}
