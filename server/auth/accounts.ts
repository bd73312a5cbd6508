/** Accounts of both roles behind one interface: two tables, partners and users. */

import type { Partner, User } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import { sha256 } from '#server/platform/signed.ts';
import type { Role } from '#shared/auth.ts';

export type Account = Partner | User;

/** Key under which an account's attempts are counted, even if the account doesn't exist. */
export const accountKey = (role: Role, uid: string) => `${role}:${uid.trim().toLowerCase()}`;

export type Accounts = {
  find(uid: string): Promise<Account | null>;
  findById(id: number): Promise<Account | null>;
  setPassword(tx: Tx, id: number, encrypted_password: string): Promise<Account>;
  /**
   * Null if the account was closed, blocked, or disabled, or its password changed, since it was read. Locks the account.
   */
  recordSignIn(tx: Tx, account: Account, at: Date): Promise<Account | null>;
  /** Locks the account, so that its password can't change until the end of the transaction. */
  lock(tx: Tx, id: number): Promise<unknown>;
  /** Stores a new hash of the same password, unless the password has been changed. */
  rehash(id: number, from: string, to: string): Promise<{ count: number }>;
};

export const accountsOf = (db: Database | Tx, role: Role): Accounts => (role === 'partner' ? partners(db) : users(db));

/** Columns to update for a new password; none without one. */
export const passwordColumns = (role: Role, encrypted_password: string | undefined) =>
  encrypted_password === undefined ? {} : { encrypted_password, ...(role === 'partner' ? { calendar_key: null } : {}) };

/** Filter for partners that aren't closed or blocked. The others can't sign in, and their sessions stop working. */
const openPartner = { deleted_at: null, blocked_reason: null };

const partners = (db: Database | Tx): Accounts => ({
  find: (uid) => db.partner.findFirst({ where: { uid, ...openPartner } }),
  findById: (id) => db.partner.findFirst({ where: { id, ...openPartner } }),
  setPassword: (tx, id, encrypted_password) =>
    tx.partner.update({ where: { id }, data: passwordColumns('partner', encrypted_password) }),
  recordSignIn: async (tx, { id, encrypted_password }, last_sign_in_at) => {
    const where = { id, encrypted_password, ...openPartner };
    const [account] = await tx.partner.updateManyAndReturn({ where, data: { last_sign_in_at } });
    return account ?? null;
  },
  lock: (tx, id) => tx.$queryRaw`select from partners where id = ${id} for no key update`,
  // The calendar feed's address changes with the password, not with a new hash of the same password.
  rehash: (id, from, to) =>
    db.partner.updateMany({
      where: { id, encrypted_password: from },
      data: { encrypted_password: to, calendar_key: sha256(from).toString('base64url') },
    }),
});

const users = (db: Database | Tx): Accounts => ({
  find: (uid) => db.user.findFirst({ where: { uid, disabled_at: null } }),
  findById: (id) => db.user.findFirst({ where: { id, disabled_at: null } }),
  setPassword: (tx, id, encrypted_password) => tx.user.update({ where: { id }, data: { encrypted_password } }),
  recordSignIn: async (tx, { id, encrypted_password }, last_sign_in_at) => {
    const where = { id, encrypted_password, disabled_at: null };
    const [account] = await tx.user.updateManyAndReturn({ where, data: { last_sign_in_at } });
    return account ?? null;
  },
  lock: (tx, id) => tx.$queryRaw`select from users where id = ${id} for no key update`,
  rehash: (id, from, to) =>
    db.user.updateMany({ where: { id, encrypted_password: from }, data: { encrypted_password: to } }),
});
