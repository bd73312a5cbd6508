/** The promotions of an edition for the staff's list, in the order of the edition. */
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { listPromotions, type PromotionRow, promotionsOn } from '#server/promotions/queries.ts';
import { addDays, dateText } from '#shared/dates.ts';
import { PromotionListQuery } from '#shared/promotions.ts';
import type { EditionDeal } from './assemble.ts';
import { asItWouldGo } from './content.ts';
import { WEEKLY_DAYS } from './weekly.ts';

type Joins = PromotionListQuery['joins'];

export async function promotionsOf(deps: Deps, id: number, joins: Joins): Promise<PromotionRow[]> {
  const newsletter = await deps.db.newsletter.findUnique({ where: { id } });
  if (!newsletter) throw missing();
  if (newsletter.kind === 'daily') return promotionsOn(deps.db, newsletter.newsletter_date, joins);
  const { deals } = (await asItWouldGo(deps, newsletter)).snapshot as { deals: EditionDeal[] };
  const rows = await promotionsOfWeek(deps, dateText(newsletter.newsletter_date), joins);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return deals.flatMap(({ promotion_id }) => byId.get(promotion_id) ?? []);
}

/** More than all categories have places in a week. */
const ALL = 2_000;

async function promotionsOfWeek({ db }: Deps, date: string, joins: Joins) {
  const query = PromotionListQuery.parse({ date_from: addDays(date, 1 - WEEKLY_DAYS), date_to: date });
  return (await listPromotions(db, { ...query, per: ALL, joins }, {}, [])).rows;
}
