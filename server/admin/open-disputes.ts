/** Finds disputes that the bank hasn't decided, most urgent first. */
import type { Database } from '#server/platform/database.ts';
import type { AdminHealth } from '#shared/admin.ts';

const MAX_SHOWN = 50;

export async function openDisputes({ db }: { db: Database }): Promise<AdminHealth['disputes']> {
  const rows = await db.dispute.findMany({
    where: { outcome: null },
    include: {
      captured_charge: {
        include: { charge_attempt: { include: { promotion: { include: { book: { select: { title: true } } } } } } },
      },
    },
    orderBy: [{ due_by: { sort: 'asc', nulls: 'last' } }, { opened_at: 'asc' }],
    take: MAX_SHOWN,
  });
  return rows.map(({ id, amount_cents, reason, funds_withdrawn, due_by, captured_charge: { charge_attempt } }) => ({
    id,
    amount_cents,
    reason,
    funds_withdrawn,
    due_by: due_by?.toISOString() ?? null,
    promotion_id: charge_attempt.promotion_id,
    book_title: charge_attempt.promotion.book.title,
  }));
}
