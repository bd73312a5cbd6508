/**
 * One change of a partner's bookings at a time: what a book and an author may have is decided under the partner's row, which is
 * locked before the promotion's own. "No key", so that rows which only name the partner are written meanwhile.
 */
import type { Tx } from '#server/platform/database.ts';

export const lockBookings = (tx: Tx, partner_id: number) =>
  tx.$queryRaw`select id from partners where id = ${partner_id} for no key update`;

/** Of a promotion's partner. A frozen one is no booking any more: its settlement locks it first and then the partner. */
export const lockBookingsOf = (tx: Tx, promotion_id: number) => tx.$queryRaw`
  select partners.id from partners join promotions on promotions.partner_id = partners.id
  where promotions.id = ${promotion_id} and promotions.frozen_at is null for no key update of partners`;
