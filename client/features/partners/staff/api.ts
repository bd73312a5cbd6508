import { clientFor } from '#client/api/client.ts';
import { adminApi } from '#shared/api/admin.ts';
import { partnersApi } from '#shared/api/partners.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { staffApi } from '#shared/api/staff.ts';
import type { DisplayStatus } from '#shared/status.ts';

export const partners = clientFor(partnersApi, 'user');
export const staff = clientFor(staffApi, 'user');
export const notesKey = (partner_id: number) => ['user', 'partner', partner_id, 'notes'];
export const partnerKey = (id: number) => ['user', 'partner', id];

/** So few that the rest of the dossier isn't far down the page on a phone. */
const PROMOTIONS_PER_PAGE = 10;

export const fetchPromotionsOfPartner = (partner_id: number, page: number) =>
  clientFor(promotionsApi, 'user').list({
    query: { partner_id, page, per: PROMOTIONS_PER_PAGE, sort_col: 'booked_date', joins: ['book', 'category'] },
  });

const UNPAID: readonly DisplayStatus[] = ['payment failed', 'awaiting payment'];

/** Unpaid promotions: first those whose charge failed, and then those that await payment. */
export const fetchUnpaidOfPartner = async (partner_id: number) => {
  const joins = ['book', 'partner', 'card', 'stripe_errors'];
  const lists = await Promise.all(
    UNPAID.map((display_status) =>
      clientFor(promotionsApi, 'user').list({ query: { partner_id, display_status, joins } }),
    ),
  );
  return lists.flatMap(({ promotions }) => promotions);
};

/** Runs an admin panel action, which is audited. */
export const runAction = (id: number, action: 'lift_throttle' | 'send_password_reset') =>
  clientFor(adminApi, 'user').act({ entity: 'partners', record: String(id), action, body: {} });
