import { type Dispute, DisputeOutcome } from '#prisma';
import { formatCents } from '#shared/money.ts';
import { requiredText } from '#shared/params.ts';
import { paths } from '#shared/paths.ts';
import { entity, textKey } from '../entity.ts';
import { cents, choice, flag, instant, link, longText, text } from '../fields.ts';

type Charged = {
  captured_charge: {
    charge_attempt: {
      promotion: { id: number; book: { title: string }; partner: { id: number; name: string } };
    };
  };
};
const promotionOf = (row: object) => (row as Charged).captured_charge.charge_attempt.promotion;

export const disputes = entity<Dispute>({
  name: 'disputes',
  singular: 'dispute',
  group: 'Money',
  about:
    'Charges that a cardholder’s bank has questioned. Respond to them in Stripe’s dashboard. While one is open, and after it’s lost, the partner can’t book until you allow it.',
  model: 'dispute',
  table: 'disputes',
  key: textKey('id'),
  sort: { col: 'opened_at', dir: 'desc' },
  title: (row) => `${promotionOf(row).book.title}: ${formatCents(row.amount_cents)}`,
  fields: {
    id: text({ search: true, label: 'Stripe ID' }),
    captured_charge_id: text({ filter: true, label: 'Stripe charge ID' }),
    amount_cents: cents({ list: true, sort: true }),
    funds_withdrawn: flag({ filter: true }),
    outcome: choice(DisputeOutcome, { list: true }),
    due_by: instant({ list: true, sort: true, label: 'Respond by' }),
    opened_at: instant({ list: true, sort: true, filter: true }),
    closed_at: instant({ filter: 'present' }),
    cleared_at: instant({ filter: 'present', label: 'Booking allowed' }),
  },
  computed: {
    // Stripe's code, such as product_not_received.
    reason: { ...text({ list: true }), read: ({ reason }) => reason.replaceAll('_', ' ') },
    promotion: {
      ...link('promotions', '', { filter: false }),
      read: (row) => promotionOf(row).id,
      labelFor: (row) => promotionOf(row).book.title,
    },
    partner: {
      ...link('partners', '', { list: true, filter: false }),
      read: (row) => promotionOf(row).partner.id,
      labelFor: (row) => promotionOf(row).partner.name,
    },
  },
  select: {
    reason: true,
    captured_charge: {
      select: {
        charge_attempt: {
          select: {
            promotion: {
              select: { id: true, book: { select: { title: true } }, partner: { select: { id: true, name: true } } },
            },
          },
        },
      },
    },
  },
  page: (row) => paths.userPromotion(promotionOf(row).id),
  actions: [
    {
      name: 'clear',
      label: 'Allow booking despite dispute',
      confirm:
        'The partner will be able to book even though this charge is disputed. If the bank withdraws the money or decides against us later, booking will be blocked again until you allow it.',
      input: { reason: longText({ label: 'Reason', create: requiredText(500), help: 'Recorded in the audit log.' }) },
      isAllowed: ({ outcome, cleared_at }) => outcome !== 'won' && cleared_at === null,
      run: async (deps, tx, { row }) => {
        await tx.dispute.update({ where: { id: row.id }, data: { cleared_at: deps.now() } });
        return 'This dispute no longer keeps the partner from booking.';
      },
    },
  ],
});
