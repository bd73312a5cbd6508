import * as z from 'zod';
import { type User, UserRole } from '#prisma';
import { inviteUser, randomPasswordHash } from '#server/accounts/invite.ts';
import { notifyOwner } from '#server/accounts/notices.ts';
import { resetSecondFactor } from '#server/accounts/second-factor.ts';
import { clearThrottle } from '#server/accounts/throttle.ts';
import { accountKey } from '#server/auth/accounts.ts';
import { revokeTokens } from '#server/auth/tokens.ts';
import type { Tx } from '#server/platform/database.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { Email, line, requiredText } from '#shared/params.ts';
import { entity } from '../entity.ts';
import { choice, email, flag, id, instant, longText, text } from '../fields.ts';

const isEnabled = ({ disabled_at }: User) => disabled_at === null;

export const staff = entity<User>({
  name: 'staff',
  singular: 'user',
  label: 'Staff',
  singular_label: 'Staff member',
  group: 'People',
  about: 'Editors review and edit; administrators also manage staff, money, rates, and the list’s warm-up.',
  model: 'user',
  table: 'users',
  viewRole: 'admin',
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: line(100, 1) }),
    uid: email({
      list: true,
      sort: true,
      search: true,
      create: Email,
      help: 'We’ll email the invitation to this address.',
    }),
    role: choice(['editor', 'admin'], {
      list: true,
      edit: z.enum(UserRole),
      create: z.enum(UserRole).default('editor'),
      help: 'Editors review and edit. Administrators also move money and manage staff, rates, and warm-ups.',
    }),
    gets_reports: flag({
      label: 'Deliverability report',
      edit: z.boolean(),
      create: z.boolean().default(true),
      help: 'Administrators get it by email every Monday.',
    }),
    totp_enabled_at: instant({ list: true, label: 'Two-factor on since', filter: 'present' }),
    disabled_at: instant({ list: true, label: 'Disabled', filter: 'present' }),
    last_sign_in_at: instant({ list: true, sort: true }),
    created_at: instant({ sort: true }),
  },
  unique: { field: 'uid', message: 'This address already has an account' },
  create: async (deps, tx, { input, actor }) => {
    const { uid, ...facts } = input as Pick<User, 'uid' | 'name' | 'role' | 'gets_reports'>;
    const user = await tx.user.create({
      data: { ...facts, uid: uid.toLowerCase(), encrypted_password: await randomPasswordHash() },
    });
    await inviteUser(deps, tx, user, actor.name);
    return user.id;
  },
  check: async (tx, { before, input, actor }) => {
    if (input.role === undefined || input.role === before.role || input.role === 'admin') return;
    if (before.id === actor.id)
      throw invalid({ role: ['can’t be changed on your own account; ask another administrator'] });
    await keepAnAdmin(tx, before.id);
  },
  linked: [
    { entity: 'audit_events', by: 'actor_id', label: 'Changes made' },
    { entity: 'security_events', by: 'actor', as: (id) => `user:${id}` },
  ],
  actions: [
    {
      name: 'disable',
      label: 'Disable account',
      confirm:
        'We’ll sign them out right away, and they won’t be able to sign in until you enable the account again. Views they haven’t shared will be deleted.',
      danger: true,
      runRole: 'admin',
      input: { reason: longText({ label: 'Reason', create: requiredText(500) }) },
      isAllowed: (user, actor) => isEnabled(user) && user.id !== actor.id,
      run: async (deps, tx, { row }) => {
        await keepAnAdmin(tx, row.id);
        await tx.user.update({ where: { id: row.id }, data: { disabled_at: deps.now() } });
        await tx.savedView.deleteMany({ where: { user_id: row.id, is_shared: false } });
        await revokeTokens(tx, deps.now(), { role: 'user', id: row.id });
        await notifyOwner(deps, tx, { role: 'user', id: row.id, account: row }, 'closed');
        return `${row.name}’s account was disabled.`;
      },
    },
    {
      name: 'enable',
      label: 'Enable account',
      confirm: 'They can sign in again with their password.',
      runRole: 'admin',
      isAllowed: (user) => !isEnabled(user),
      run: async (_deps, tx, { row }) => {
        await tx.user.update({ where: { id: row.id }, data: { disabled_at: null } });
        return `${row.name}’s account was enabled.`;
      },
    },
    {
      name: 'invite_again',
      label: 'Resend invitation',
      confirm: 'We’ll email them a new link to choose a password. Their current password, if any, stays valid.',
      runRole: 'admin',
      isAllowed: isEnabled,
      run: async (deps, tx, { row, actor }) => {
        await inviteUser(deps, tx, row, actor.name);
        return 'We sent the invitation.';
      },
    },
    {
      name: 'reset_second_factor',
      label: 'Reset two-factor authentication',
      confirm:
        'This turns off two-factor authentication and signs them out everywhere. They’ll sign in with their password alone. Do this only if they’ve lost both their phone and their recovery codes.',
      danger: true,
      runRole: 'admin',
      input: { reason: longText({ label: 'Reason', create: requiredText(500) }) },
      // Turning off one's own needs the password and a code: see docs/decisions/0058-a-session-is-not-enough.md.
      isAllowed: ({ id, totp_enabled_at }, actor) => totp_enabled_at !== null && id !== actor.id,
      run: async (deps, tx, { row, actor }) => {
        await resetSecondFactor(deps, tx, { role: 'user', id: row.id, account: row }, actor);
        return 'Two-factor authentication is off, and they’re signed out everywhere.';
      },
    },
    {
      name: 'lift_throttle',
      label: 'Reset failed sign-ins',
      confirm: 'We’ll forget their wrong passwords and codes, so these no longer limit their sign-ins.',
      runRole: 'admin',
      isAllowed: isEnabled,
      run: async (deps, tx, { row }) =>
        (await clearThrottle(deps, tx, accountKey('user', row.uid)))
          ? 'Their failed sign-ins were reset.'
          : 'There were no failed sign-ins.',
    },
  ],
});

/**
 * Refuses to remove the last administrator. The lock keeps two administrators from removing each other at the same
 * time.
 */
async function keepAnAdmin(tx: Tx, leavingId: number) {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('last administrator'))`;
  const others = await tx.user.count({ where: { role: 'admin', disabled_at: null, id: { not: leavingId } } });
  if (!others) throw conflict('This is the only administrator. Add another one first.');
}
