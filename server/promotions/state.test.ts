/** The display status and the allowed actions, written out by hand, and the status compared with its SQL form. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalStatus, InvoiceStatus } from '#prisma';
import { type Database, openDatabase, type Pool } from '#server/platform/database.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { DISPLAY_STATUSES, type DisplayStatus } from '#shared/status.ts';
import {
  type Action,
  type ActorRole,
  allowedActions,
  displayStatus,
  isActionAllowed,
  type StatusColumns,
} from './state.ts';
import { statusSql, statusWhere } from './status-conditions.ts';

const MONDAY = new Date('2026-11-30T18:00:00.000Z');
const A_MILLISECOND_LATER = new Date('2026-11-30T18:00:00.001Z');

const NEW_PROMOTION: StatusColumns = {
  has_open_stripe_error: false,
  invoice: null,
  cancelled_at: null,
  approval_status: null,
  sent_at: null,
  unable_to_send_at: null,
  feedback_requested_at: null,
  feedback_submitted_at: null,
};
const APPROVED = { approval_status: 'approved' } as const;
const SENT = { ...APPROVED, sent_at: MONDAY } as const;
const ASKED = { approval_status: 'awaiting_feedback', feedback_requested_at: MONDAY } as const;
const invoice = (status: InvoiceStatus, total_cents = 3150) => ({ invoice: { status, total_cents } });
const DECLINED_CARD = { has_open_stripe_error: true } as const;

describe('the display status', () => {
  it.each<[string, Partial<StatusColumns>, DisplayStatus]>([
    ['nothing has happened yet', {}, 'awaiting review'],
    ['staff approved it', APPROVED, 'awaiting promotion date'],
    ['staff declined it', { approval_status: 'rejected' }, 'declined'],
    ['staff asked and nobody answered', ASKED, 'awaiting partner feedback'],
    ['the partner answered', { ...ASKED, feedback_submitted_at: A_MILLISECOND_LATER }, 'feedback submitted'],
    ['it was canceled', { cancelled_at: MONDAY }, 'cancelled'],
    ['it was sent', SENT, 'successfully sent'],
    ['it could not be sent', { ...APPROVED, unable_to_send_at: MONDAY }, 'unable to send'],
    ['it was sent and its invoice is open', { ...SENT, ...invoice('open') }, 'awaiting payment'],
    ['the card was declined', { ...SENT, ...invoice('failed'), ...DECLINED_CARD }, 'payment failed'],
  ])('when %s', (_, facts, status) => {
    expect(displayStatus({ ...NEW_PROMOTION, ...facts })).toBe(status);
  });

  it.each<[string, Partial<StatusColumns>, DisplayStatus]>([
    [
      'a failed payment before a cancellation',
      { ...SENT, ...invoice('open'), ...DECLINED_CARD, cancelled_at: MONDAY },
      'payment failed',
    ],
    [
      'a failed payment before a rejection',
      { approval_status: 'rejected', ...invoice('open'), ...DECLINED_CARD },
      'payment failed',
    ],
    ['a cancellation before an open invoice', { ...SENT, ...invoice('open'), cancelled_at: MONDAY }, 'cancelled'],
    ['a cancellation before a rejection', { approval_status: 'rejected', cancelled_at: MONDAY }, 'cancelled'],
    ['a cancellation before an approval', { ...APPROVED, cancelled_at: MONDAY }, 'cancelled'],
    ['a cancellation before an open question', { ...ASKED, cancelled_at: MONDAY }, 'cancelled'],
    ['a rejection before an open invoice', { approval_status: 'rejected', ...invoice('open') }, 'declined'],
    ['a rejection before a sent newsletter', { approval_status: 'rejected', sent_at: MONDAY }, 'declined'],
    ['an open invoice before a sent newsletter', { ...SENT, ...invoice('open') }, 'awaiting payment'],
    ['a sent newsletter before a failure to send', { ...SENT, unable_to_send_at: MONDAY }, 'successfully sent'],
    ['a failure to send before the missing review', { unable_to_send_at: MONDAY }, 'unable to send'],
    ['a failure to send before an open question', { ...ASKED, unable_to_send_at: MONDAY }, 'unable to send'],
  ])('puts %s', (_, facts, status) => {
    expect(displayStatus({ ...NEW_PROMOTION, ...facts })).toBe(status);
  });

  it.each<[string, Partial<StatusColumns>, DisplayStatus]>([
    ['a paid invoice with an error nobody resolved', { ...invoice('paid'), ...DECLINED_CARD }, 'successfully sent'],
    ['a paid invoice', invoice('paid'), 'successfully sent'],
    ['a refunded invoice', invoice('refunded'), 'successfully sent'],
    ['a void invoice with an error', { ...invoice('void'), ...DECLINED_CARD }, 'successfully sent'],
    ['an open invoice of zero cents', invoice('open', 0), 'successfully sent'],
    ['an open invoice of zero cents with an error', { ...invoice('open', 0), ...DECLINED_CARD }, 'successfully sent'],
    ['an error without any invoice', DECLINED_CARD, 'successfully sent'],
    ['an invoice of one cent', invoice('open', 1), 'awaiting payment'],
    ['a failed invoice whose errors are resolved', invoice('failed'), 'awaiting payment'],
    ['a written-off invoice and a cancellation', { ...invoice('void'), cancelled_at: MONDAY }, 'cancelled'],
  ])('of a sent promotion with %s', (_, facts, status) => {
    expect(displayStatus({ ...NEW_PROMOTION, ...SENT, ...facts })).toBe(status);
  });

  it.each<[string, Partial<StatusColumns>, DisplayStatus]>([
    [
      'an answer to an earlier question',
      { feedback_requested_at: A_MILLISECOND_LATER, feedback_submitted_at: MONDAY },
      'awaiting partner feedback',
    ],
    // Asking clears the earlier answer, so an answer in the same millisecond came after the question.
    ['an answer in the same millisecond', { feedback_submitted_at: MONDAY }, 'feedback submitted'],
    [
      'an answer without a dated question',
      { feedback_requested_at: null, feedback_submitted_at: MONDAY },
      'feedback submitted',
    ],
    ['no dates at all', { feedback_requested_at: null }, 'awaiting partner feedback'],
  ])('while feedback is awaited with %s', (_, facts, status) => {
    expect(displayStatus({ ...NEW_PROMOTION, ...ASKED, ...facts })).toBe(status);
  });
});

/**
 * p: partner, u: user, s: system, ·: nobody, p<: partner until the cutoff of the booked date. “frozen” is an approved
 * promotion that a newsletter already includes.
 */
const ALLOWED = `
                          | approve | reject | ask_feedback | submit_feedback | propose_date | confirm_date | edit | pass_date | cancel | cancel_approved | reopen | freeze | fail_to_send | send | charge | refund | accept_changes | keep_approved | ask_about_changes | correct_store_link
payment failed            | ·       | ·      | ·            | ·               | ·            | ·            | ·    | ·         | ·      | u               | ·      | ·      | ·            | ·    | pus    | ·      | ·              | ·             | ·                 | u
cancelled                 | ·       | ·      | ·            | ·               | ·            | ·            | ·    | ·         | ·      | ·               | u      | ·      | ·            | ·    | ·      | ·      | ·              | ·             | ·                 | ·
declined                  | ·       | ·      | ·            | ·               | ·            | ·            | ·    | ·         | ·      | ·               | u      | ·      | ·            | ·    | ·      | ·      | ·              | ·             | ·                 | ·
awaiting payment          | ·       | ·      | ·            | ·               | ·            | ·            | ·    | ·         | ·      | u               | ·      | ·      | ·            | ·    | pus    | ·      | ·              | ·             | ·                 | u
successfully sent         | ·       | ·      | ·            | ·               | ·            | ·            | ·    | ·         | ·      | ·               | ·      | ·      | ·            | ·    | ·      | u      | ·              | ·             | ·                 | u
unable to send            | ·       | ·      | ·            | ·               | ·            | ·            | ·    | ·         | ·      | ·               | ·      | ·      | ·            | ·    | ·      | ·      | ·              | ·             | ·                 | ·
awaiting review           | u       | u      | u            | ·               | u            | ·            | pu   | s         | pus    | ·               | ·      | ·      | ·            | ·    | ·      | ·      | ·              | ·             | ·                 | ·
awaiting partner feedback | u       | us     | ·            | p               | ·            | p            | pu   | ·         | pus    | ·               | ·      | ·      | ·            | ·    | ·      | ·      | ·              | ·             | ·                 | ·
feedback submitted        | u       | u      | u            | ·               | u            | ·            | pu   | s         | pus    | ·               | ·      | ·      | ·            | ·    | ·      | ·      | ·              | ·             | ·                 | ·
awaiting promotion date   | ·       | ·      | ·            | p               | ·            | ·            | p<u  | ·         | ·      | p<u             | u      | s      | s            | ·    | ·      | ·      | u              | u             | u                 | ·
frozen                    | ·       | ·      | ·            | ·               | ·            | ·            | ·    | ·         | ·      | ·               | ·      | ·      | s            | s    | ·      | ·      | ·              | ·             | ·                 | u
`;
const ACTORS = { partner: 'p', user: 'u', system: 's' } as const satisfies Record<ActorRole, string>;
const [HEAD, ...ROWS] = ALLOWED.trim().split('\n');
const ACTIONS = HEAD!
  .split('|')
  .map((name) => name.trim())
  .slice(1) as Action[];

/** Facts that some actions require. Other tests check these actions without them. */
const ALL_FACTS = {
  is_refundable: true,
  has_unreviewed_changes: true,
  has_open_question: true,
  has_proposed_date: true,
  is_reopenable: true,
};
const NO_FACTS = {
  is_refundable: false,
  has_unreviewed_changes: false,
  has_open_question: false,
  has_proposed_date: false,
  is_reopenable: false,
};
const BOOKED = { ...NO_FACTS, status: 'awaiting promotion date', is_frozen: false, is_before_cutoff: true } as const;
/**
 * Every cell of the table for every actor, before and after the cutoff. It only matters in “awaiting promotion date”
 * whether a newsletter includes the promotion.
 */
const CASES = ROWS.flatMap((row) => {
  const [name, ...cells] = row.split('|').map((cell) => cell.trim());
  const status = (name === 'frozen' ? 'awaiting promotion date' : name) as DisplayStatus;
  const frozen = status === 'awaiting promotion date' ? [name === 'frozen'] : [false, true];
  return cells.flatMap((cell, column) =>
    (Object.keys(ACTORS) as ActorRole[]).flatMap((actor) =>
      frozen.flatMap((is_frozen) =>
        [true, false].map((is_before_cutoff) => {
          const mark = cell.indexOf(ACTORS[actor]);
          const allowed = mark >= 0 && (is_before_cutoff || cell[mark + 1] !== '<');
          const context = { ...ALL_FACTS, status, is_frozen, is_before_cutoff };
          return { action: ACTIONS[column]!, actor, context, allowed };
        }),
      ),
    ),
  );
});

describe('the allowed actions', () => {
  it.each(ACTIONS)('include %s exactly where the table says, for every status and actor', (action) => {
    const own = CASES.filter((row) => row.action === action);
    expect(own).toHaveLength(120);
    const differing = own.filter(({ actor, context, allowed }) => isActionAllowed(action, actor, context) !== allowed);
    expect(differing.map(describeExpectation)).toEqual([]);
  });

  it('let the partner edit or cancel an approved promotion before the cutoff, and pay after a failed payment', () => {
    expect(allowedActions({ role: 'partner' }, BOOKED)).toEqual(['edit', 'cancel_approved']);
    expect(allowedActions({ role: 'partner' }, { ...BOOKED, is_before_cutoff: false })).toEqual([]);
    expect(allowedActions({ role: 'partner' }, { ...BOOKED, status: 'payment failed' })).toEqual(['charge']);
  });

  it('limit refunds and write-offs to administrators, and let editors cancel a booked promotion', () => {
    const sent = { ...NO_FACTS, is_frozen: true, is_before_cutoff: false };
    const paid = { ...sent, status: 'successfully sent', is_refundable: true } as const;
    const unpaid = { ...sent, status: 'payment failed' } as const;
    const [admin, editor] = [
      { role: 'user', is_admin: true },
      { role: 'user', is_admin: false },
    ] as const;
    expect(allowedActions(admin, paid)).toEqual(['correct_store_link', 'refund']);
    expect(allowedActions(editor, paid)).toEqual(['correct_store_link']);
    expect(allowedActions(admin, unpaid)).toEqual(['correct_store_link', 'cancel_approved', 'charge']);
    expect(allowedActions(editor, unpaid)).toEqual(['correct_store_link', 'charge']);
    expect(allowedActions(editor, BOOKED)).toEqual(['edit', 'cancel_approved']);
  });

  it('exclude a refund when nothing is refundable', () => {
    const sent = { ...NO_FACTS, status: 'successfully sent', is_frozen: true, is_before_cutoff: false } as const;
    expect(isActionAllowed('refund', 'user', { ...sent, is_refundable: true })).toBe(true);
    expect(isActionAllowed('refund', 'user', { ...sent, is_refundable: false })).toBe(false);
  });

  it('exclude a confirmation when no date was proposed', () => {
    const asked = { status: 'awaiting partner feedback', is_frozen: false, is_before_cutoff: true } as const;
    expect(isActionAllowed('confirm_date', 'partner', { ...asked, ...ALL_FACTS })).toBe(true);
    expect(isActionAllowed('confirm_date', 'partner', { ...asked, ...ALL_FACTS, has_proposed_date: false })).toBe(
      false,
    );
  });

  it('include accepting changes after approval only if there are any, and answering only an open question', () => {
    expect(isActionAllowed('accept_changes', 'user', BOOKED)).toBe(false);
    expect(isActionAllowed('accept_changes', 'user', { ...BOOKED, has_unreviewed_changes: true })).toBe(true);
    expect(isActionAllowed('submit_feedback', 'partner', BOOKED)).toBe(false);
    expect(isActionAllowed('submit_feedback', 'partner', { ...BOOKED, has_open_question: true })).toBe(true);
    expect(isActionAllowed('submit_feedback', 'partner', { ...BOOKED, has_open_question: true, is_frozen: true })).toBe(
      false,
    );
  });

  it('include every action of the table, and no other', () => {
    const all = DISPLAY_STATUSES.flatMap((status) =>
      (Object.keys(ACTORS) as ActorRole[]).flatMap((actor) =>
        [true, false].flatMap((is_frozen) =>
          allowedActions(
            { role: actor, is_admin: actor === 'user' },
            { ...ALL_FACTS, status, is_frozen, is_before_cutoff: true },
          ),
        ),
      ),
    );
    expect([...new Set(all)].sort()).toEqual([...ACTIONS].sort());
  });
});

const describeExpectation = ({ action, actor, context, allowed }: (typeof CASES)[number]) =>
  `${actor} ${allowed ? 'may' : 'may not'} ${action}: ${context.status}${context.is_frozen ? ', frozen' : ''}${
    context.is_before_cutoff ? '' : ', newsletter closed'
  }`;

describe('the status in SQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  let pool: Pool;
  const rows = allFacts();

  beforeAll(async () => {
    database = await createTestDatabase();
    ({ db, pool } = openDatabase(database.url, { connections: 2 }));
    await insertPromotions(db, rows);
  });
  afterAll(async () => {
    await db.$disconnect();
    await pool.end();
    await database.drop();
  });

  it('is tested on every combination of facts, and each status occurs', () => {
    expect(rows).toHaveLength(5376);
    expect(new Set(rows.map(({ facts }) => displayStatus(facts))).size).toBe(10);
  });

  it.each(DISPLAY_STATUSES)('selects exactly the promotions that are: %s', async (status) => {
    const found = await db.promotion.findMany({
      where: statusWhere(db, status),
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    const inSql = await db.$queryRaw<{ id: number }[]>`
      select p.id from promotions p where ${statusSql(status)} order by p.id`;
    const expected = rows.filter(({ facts }) => displayStatus(facts) === status).map(({ id }) => id);
    expect(found.map(({ id }) => id)).toEqual(expected);
    expect(inSql.map(({ id }) => id)).toEqual(expected);
  });
});

type Row = { id: number; errors: readonly (Date | null)[]; facts: StatusColumns };

/** Every combination of the facts that decide the status; errors are represented by their resolution time. */
function allFacts(): Row[] {
  const approvals: (ApprovalStatus | null)[] = [null, 'approved', 'rejected', 'awaiting_feedback'];
  const maybe = [null, MONDAY];
  const feedback = [
    [null, null],
    [MONDAY, null],
    [null, MONDAY],
    [A_MILLISECOND_LATER, MONDAY],
    [MONDAY, MONDAY],
    [MONDAY, A_MILLISECOND_LATER],
  ] as const;
  const invoices = [
    null,
    { status: 'open', total_cents: 0 },
    { status: 'open', total_cents: 3150 },
    { status: 'failed', total_cents: 3150 },
    { status: 'paid', total_cents: 3150 },
    { status: 'void', total_cents: 3150 },
    { status: 'refunded', total_cents: 3150 },
  ];
  const errors = [[], [MONDAY], [null], [null, MONDAY]] as const;
  const rows: Row[] = [];
  for (const approval_status of approvals)
    for (const cancelled_at of maybe)
      for (const sent_at of maybe)
        for (const unable_to_send_at of maybe)
          for (const [feedback_requested_at, feedback_submitted_at] of feedback)
            for (const invoice of invoices)
              for (const resolved of errors)
                rows.push({
                  id: rows.length + 1,
                  errors: resolved,
                  facts: {
                    approval_status,
                    cancelled_at,
                    sent_at,
                    unable_to_send_at,
                    feedback_requested_at,
                    feedback_submitted_at,
                    invoice,
                    has_open_stripe_error: resolved.some((at) => at === null),
                  },
                });
  return rows;
}

async function insertPromotions(db: Database, rows: readonly Row[]) {
  const partner_id = 1;
  await db.partner.create({
    data: {
      id: partner_id,
      uid: 'partner@example.test',
      name: 'Ada Quill',
      encrypted_password: '-',
      referral_code: 'ada',
    },
  });
  await db.book.create({
    data: {
      id: 1,
      partner_id,
      title: 'The Quiet Harbor',
      slug: 'the-quiet-harbor',
      category_id: 1,
      description: '-',
    },
  });
  await db.promotion.createMany({
    data: rows.map(({ id, facts: { invoice: _invoice, has_open_stripe_error: _, ...facts } }) => ({
      ...facts,
      ...{ reviewed_book: {}, reviewed_store_urls: {} },
      id,
      partner_id,
      book_id: 1,
      category_id: 1,
      requested_date: new Date('2026-12-03'),
      deal_ends_on: new Date('2026-12-09'),
      current_price_cents: 499,
      sale_price_cents: 99,
      price_type: 'discounted' as const,
      cpc_cents: 40,
      max_cost_cents: 6000,
    })),
  });
  await db.invoice.createMany({
    data: rows.flatMap(({ id, facts: { invoice } }) =>
      invoice
        ? {
            id,
            number: id,
            partner_id,
            promotion_id: id,
            date: new Date('2026-12-06'),
            lines: [],
            subtotal_cents: invoice.total_cents,
            total_cents: invoice.total_cents,
            status: invoice.status as InvoiceStatus,
            paid_at: ['paid', 'refunded'].includes(invoice.status) ? MONDAY : null,
          }
        : [],
    ),
  });
  await db.$executeRaw`update promotions set invoice_id = invoices.id from invoices where invoices.promotion_id = promotions.id`;
  await db.stripeError.createMany({
    data: rows.flatMap(({ id, errors }) =>
      errors.map((resolved_at) => ({
        promotion_id: id,
        type: 'card_error',
        code: 'card_declined',
        message: 'Your card was declined.',
        created_at: MONDAY,
        resolved_at,
      })),
    ),
  });
}
