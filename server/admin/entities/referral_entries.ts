import { type ReferralEntry, ReferralState } from '#prisma';
import { lockCredit } from '#server/referrals/credit.ts';
import { cashOutReferrals, cashOutRefusal, rejectReferral, releaseReferral } from '#server/referrals/review.ts';
import { formatCents } from '#shared/money.ts';
import { ReferralCashOut, ReferralRejection, ReferralRelease } from '#shared/referral-records.ts';
import { entity } from '../entity.ts';
import { cents, choice, id, instant, link, longText, number, text } from '../fields.ts';

export const referralEntries = entity<ReferralEntry>({
  name: 'referral_entries',
  singular: 'referral_entry',
  group: 'Money',
  about:
    'Rewards for referring partners, and welcome credits for partners who were referred. Held ones need a decision: both partners may be the same person.',
  model: 'referralEntry',
  table: 'referral_entries',
  title: ({ id: one }) => `Referral entry ${one}`,
  fields: {
    id: id(),
    partner_id: link('partners', 'partner', { list: true, label: 'Credited partner' }),
    referred_id: link('partners', 'referred', { list: true, label: 'Referred partner' }),
    invoice_id: number({ filter: true }),
    kind: text({ list: true, filter: true }),
    amount_cents: cents({ list: true, sort: true }),
    clawed_back_cents: cents(),
    owed_cents: cents(),
    state: choice(ReferralState, { list: true }),
    available_at: instant({ sort: true }),
    created_at: instant({ list: true, sort: true, filter: true }),
  },
  lockFirst: (tx, { partner_id }) => lockCredit(tx, partner_id),
  actions: [
    {
      name: 'release',
      label: 'Release credit',
      confirm: 'The partner will get this credit once it’s due, or right away if it already is.',
      runRole: 'admin',
      isAudited: true,
      input: {
        reason: longText({ label: 'Reason', create: ReferralRelease.shape.reason, help: 'Recorded in the audit log.' }),
      },
      isAllowed: ({ state }) => state === 'held',
      run: async (deps, tx, { row, input, actor }) => {
        const reason = input.reason as string | undefined;
        const { state } = await releaseReferral(deps, { id: row.id, actor, reason }, tx);
        return state === 'available'
          ? 'The credit was released. The partner has it now, less anything they owed.'
          : 'The credit was released. The partner will get it once it’s due and the payment isn’t disputed.';
      },
    },
    {
      name: 'reject',
      label: 'Decline credit',
      confirm: 'The partner won’t get this credit. You can’t undo this.',
      danger: true,
      runRole: 'admin',
      isAudited: true,
      input: {
        reason: longText({
          label: 'Reason',
          create: ReferralRejection.shape.reason,
          help: 'Recorded in the audit log.',
        }),
      },
      isAllowed: ({ state }) => state === 'held' || state === 'pending',
      run: async (deps, tx, { row, input, actor }) => {
        await rejectReferral(deps, { id: row.id, actor, reason: String(input.reason) }, tx);
        return 'The credit was declined.';
      },
    },
    {
      name: 'cash_out',
      label: 'Pay out rewards',
      confirm:
        'We’ll deduct all of the partner’s available rewards from their credit, and add a statement to their billing page. Then transfer the amount that we’ll name.',
      runRole: 'admin',
      isAudited: true,
      input: {
        reference: text({
          label: 'Reference of your transfer',
          create: ReferralCashOut.shape.reference,
          help: 'The partner sees it on the statement.',
        }),
      },
      isAllowed: ({ kind, state }) => kind === 'reward' && state === 'available',
      refusal: (db, { partner_id }) => cashOutRefusal(db, partner_id),
      run: async (deps, tx, { row, input, actor }) => {
        const { cash_out } = await cashOutReferrals(
          deps,
          { id: row.id, actor, reference: String(input.reference) },
          tx,
        );
        return `Transfer ${formatCents(cash_out.amount_cents)} to the partner. The amount is also in the audit log below.`;
      },
    },
  ],
});
