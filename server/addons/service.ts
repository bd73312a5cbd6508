/**
 * Add-ons of a promotion: priced, held for a date and category, confirmed, or released. A partial unique index decides
 * who gets a top spot.
 */

import type { Addon, Category } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { TOP_OF_NEWSLETTER, TOP_SPOT_TAKEN } from '#shared/addons.ts';
import { parseDate } from '#shared/dates.ts';
import { availabilityOf } from './availability.ts';

export async function checkAvailability(
  deps: Pick<Deps, 'db' | 'now'>,
  { date, category_id }: { date: string; category_id: number },
) {
  const [addon, category, [firstOpenDate], takenCount] = await Promise.all([
    deps.db.addon.findUnique({ where: { name: TOP_OF_NEWSLETTER } }),
    deps.db.category.findUnique({ where: { id: category_id } }),
    openDates(deps.db, deps.now()),
    deps.db.promotionAddon.count({
      where: {
        addon: { name: TOP_OF_NEWSLETTER },
        date: parseDate(date),
        category_id,
        state: { in: ['held', 'confirmed'] },
      },
    }),
  ]);
  if (!addon || !category) throw notFound();
  return availabilityOf({
    date,
    category_id,
    price_cents: priceOf(addon, category),
    isEnabled: addon.enabled,
    isTaken: takenCount > 0,
    firstOpenDate: firstOpenDate!,
  });
}

/** The top spot is priced by category; other add-ons cost the same everywhere. */
const priceOf = (addon: Addon, category: Category) =>
  addon.name === TOP_OF_NEWSLETTER ? category.top_of_newsletter_addon_cents : addon.price_cents;

/**
 * Holds the add-ons for a new promotion at current prices. Throws 409 if the top spot is taken, and 422 for an add-on
 * that is unknown or isn't offered.
 */
export async function holdAddons(
  tx: Tx,
  {
    promotion_id,
    addon_ids,
    date,
    category,
  }: { promotion_id: number; addon_ids: readonly number[]; date: string; category: Category },
) {
  const ids = [...new Set(addon_ids)];
  const addons = await tx.addon.findMany({ where: { id: { in: ids }, enabled: true } });
  if (addons.length !== ids.length) throw invalid({ addon_ids: ['contains an add-on that isn’t offered'] });
  const rows = addons.map((addon) => ({
    promotion_id,
    addon_id: addon.id,
    date: parseDate(date),
    category_id: category.id,
    price_cents: priceOf(addon, category),
  }));
  await refuseTakenSpot(tx.promotionAddon.createMany({ data: rows }));
}

/**
 * Moves the promotion's add-ons to its new date and category. In another category, the top spot gets that category's
 * price; other prices stay frozen. Throws 409 if the top spot is taken.
 */
export async function moveAddons(tx: Tx, promotion_id: number, target: { date: string; category_id: number }) {
  const { top_of_newsletter_addon_cents } = await tx.category.findUniqueOrThrow({ where: { id: target.category_id } });
  const filter = { promotion_id, state: { not: 'released' } } as const;
  await tx.promotionAddon.updateMany({
    where: { ...filter, addon: { name: TOP_OF_NEWSLETTER }, category_id: { not: target.category_id } },
    data: { price_cents: top_of_newsletter_addon_cents },
  });
  await refuseTakenSpot(
    tx.promotionAddon.updateMany({
      where: filter,
      data: { date: parseDate(target.date), category_id: target.category_id },
    }),
  );
}

export const confirmAddons = (tx: Tx, promotion_id: number) =>
  tx.promotionAddon.updateMany({ where: { promotion_id, state: 'held' }, data: { state: 'confirmed' } });

export const releaseAddons = (tx: Tx, promotion_id: number) =>
  tx.promotionAddon.updateMany({ where: { promotion_id, state: { not: 'released' } }, data: { state: 'released' } });

/**
 * Holds a reopened promotion's released or confirmed add-ons again, at their frozen prices. Throws 409 if another
 * promotion has taken the top spot.
 */
export const holdAddonsAgain = (
  tx: Tx,
  promotion_id: number,
  { date, from }: { date: string; from: 'released' | 'confirmed' },
) =>
  refuseTakenSpot(
    tx.promotionAddon.updateMany({
      where: { promotion_id, state: from },
      data: { state: 'held', date: parseDate(date) },
    }),
  );

async function refuseTakenSpot<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(TOP_SPOT_TAKEN);
    throw error;
  }
}
