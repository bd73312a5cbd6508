import * as z from 'zod';
import { type Partner, PartnerType } from '#prisma';
import { queueReset } from '#server/accounts/reset-link.ts';
import { resetSecondFactor } from '#server/accounts/second-factor.ts';
import { clearThrottle } from '#server/accounts/throttle.ts';
import { accountKey } from '#server/auth/accounts.ts';
import { revokeTokens } from '#server/auth/tokens.ts';
import { invoiceNumber } from '#server/billing/presenter.ts';
import { conflict } from '#server/platform/errors.ts';
import { adjustCredit } from '#server/referrals/credit.ts';
import { formatCents } from '#shared/money.ts';
import { AccountName, optionalLine, optionalUrl, requiredText } from '#shared/params.ts';
import { paths } from '#shared/paths.ts';
import { entity } from '../entity.ts';
import { cents, choice, email, flag, id, instant, link, longText, number, text } from '../fields.ts';

const reason = longText({ label: 'Reason', create: requiredText(500), help: 'Recorded in the audit log.' });
const MAX_ADJUSTMENT_CENTS = 100_000;

export const partners = entity<Partner>({
  name: 'partners',
  singular: 'partner',
  group: 'People',
  about: 'Authors and publishers with an account.',
  model: 'partner',
  table: 'partners',
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: AccountName }),
    uid: email({ list: true, sort: true, search: true }),
    partner_type: choice(PartnerType, { list: true, edit: z.enum(PartnerType) }),
    credit_cents: cents({ list: true, sort: true }),
    website: text({ edit: optionalUrl }),
    billing_name: text({}),
    tax_number: text({}),
    country: text({ edit: optionalLine(2), help: 'Two letters, such as CA.' }),
    subscribe_me: flag({ label: 'Gets news for authors' }),
    reminder_emails: flag({ edit: z.boolean() }),
    recapture_emails: flag({ edit: z.boolean() }),
    referral_code: text({ search: true }),
    referrer_id: link('partners', 'referrer', { label: 'Referred by' }),
    utm_source: text({ label: 'UTM source' }),
    stripe_customer_id: text({ label: 'Stripe customer ID' }),
    blocked_reason: longText({ filter: 'present', label: 'Block reason' }),
    totp_enabled_at: instant({ label: 'Two-factor on since', filter: 'present' }),
    email_verified_at: instant({ label: 'Email verified', filter: 'present' }),
    last_sign_in_at: instant({ list: true, sort: true }),
    deleted_at: instant({ filter: 'present', label: 'Deleted' }),
    created_at: instant({ list: true, sort: true, filter: true }),
  },
  editRole: 'editor',
  linked: [
    { entity: 'books', by: 'partner_id' },
    { entity: 'authors', by: 'partner_id' },
    { entity: 'promotions', by: 'partner_id' },
    { entity: 'invoices', by: 'partner_id' },
    { entity: 'credit_cards', by: 'partner_id' },
    { entity: 'charge_attempts', by: 'partner_id' },
    { entity: 'discounts', by: 'partner_id' },
    { entity: 'promotion_site_reviews', by: 'partner_id' },
    { entity: 'referral_entries', by: 'partner_id' },
    { entity: 'partners', by: 'referrer_id', label: 'Partners referred' },
    { entity: 'security_events', by: 'actor', as: (id) => `partner:${id}` },
  ],
  actions: [
    {
      name: 'block',
      label: 'Block partner',
      confirm:
        'We’ll sign the partner out and revoke their API keys, and they won’t be able to sign in. Their approved promotions will still run, and we’ll charge the partner for them.',
      danger: true,
      runRole: 'admin',
      input: { reason },
      isAllowed: ({ blocked_reason, deleted_at }) => !blocked_reason && !deleted_at,
      run: async (deps, tx, { row, input }) => {
        await tx.partner.update({ where: { id: row.id }, data: { blocked_reason: String(input.reason) } });
        await revokeTokens(tx, deps.now(), { role: 'partner', id: row.id });
        return 'The partner was blocked.';
      },
    },
    {
      name: 'unblock',
      label: 'Unblock partner',
      confirm: 'The partner will be able to sign in again.',
      runRole: 'admin',
      isAllowed: ({ blocked_reason }) => blocked_reason !== null,
      run: async (_deps, tx, { row }) => {
        await tx.partner.update({ where: { id: row.id }, data: { blocked_reason: null } });
        return 'The partner was unblocked.';
      },
    },
    {
      name: 'adjust_credit',
      label: 'Adjust credit',
      confirm:
        'We’ll change the credit by this amount and add a statement to the partner’s billing page. A negative amount reduces the credit.',
      runRole: 'admin',
      input: {
        amount_cents: number({
          label: 'Amount in cents',
          create: z
            .int()
            .min(-MAX_ADJUSTMENT_CENTS)
            .max(MAX_ADJUSTMENT_CENTS)
            .refine((amount) => amount !== 0, 'must not be 0'),
          help: 'For example, 500 adds $5.00 and -500 removes $5.00.',
        }),
        reason: longText({ label: 'Reason', create: requiredText(200), help: 'The partner sees it on the statement.' }),
      },
      isAllowed: ({ deleted_at }) => !deleted_at,
      run: async (deps, tx, { row, input }) => {
        const adjustment = { cents: Number(input.amount_cents), description: String(input.reason) };
        const statement = await adjustCredit(deps, tx, row.id, adjustment);
        if (!statement)
          throw conflict(
            `The partner has ${formatCents(row.credit_cents)} of credit. You can remove at most that much.`,
          );
        return `The credit was adjusted. See statement ${invoiceNumber(statement.number)}.`;
      },
    },
    {
      name: 'reset_second_factor',
      label: 'Reset two-factor authentication',
      confirm:
        'This turns off two-factor authentication and signs them out everywhere. They’ll sign in with their password alone. Do this only if they’ve lost both their phone and their recovery codes.',
      danger: true,
      runRole: 'admin',
      input: { reason },
      isAllowed: ({ totp_enabled_at }) => totp_enabled_at !== null,
      run: async (deps, tx, { row, actor }) => {
        await resetSecondFactor(deps, tx, { role: 'partner', id: row.id, account: row }, actor);
        return 'Two-factor authentication is off, and they’re signed out everywhere.';
      },
    },
    {
      name: 'sign_out',
      label: 'Sign out everywhere',
      confirm: 'We’ll sign the partner out on all devices and revoke their API keys.',
      run: async (deps, tx, { row }) => {
        await revokeTokens(tx, deps.now(), { role: 'partner', id: row.id });
        return 'The partner was signed out everywhere, and their API keys were revoked.';
      },
    },
    {
      name: 'send_password_reset',
      label: 'Send password reset email',
      confirm: 'We’ll email them a link to choose a new password, unless we sent one in the last five minutes.',
      isAllowed: ({ blocked_reason, deleted_at }) => !blocked_reason && !deleted_at,
      run: async (deps, tx, { row }) => {
        const redirect_url = deps.config.appUrl + paths.partnerReset();
        await queueReset(deps, tx, 'partner', { email: row.uid, redirect_url });
        return 'The partner will get a reset link, unless we sent one in the last five minutes.';
      },
    },
    {
      name: 'lift_throttle',
      label: 'Reset failed sign-ins',
      confirm: 'We’ll forget their wrong passwords and codes, so these no longer limit their sign-ins.',
      isAllowed: ({ blocked_reason, deleted_at }) => !blocked_reason && !deleted_at,
      run: async (deps, tx, { row }) =>
        (await clearThrottle(deps, tx, accountKey('partner', row.uid)))
          ? 'Their failed sign-ins were reset.'
          : 'There were no failed sign-ins.',
    },
  ],
});
