/** Reminds partners three days and one day before the newsletter to set the price in the stores that don't have it. */
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { partnerUnsubscribeToken } from '#server/partners/unsubscribe.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { serverPaths } from '#shared/paths.ts';
import { type StorePrice, storesWithoutDealPrice } from './price-watch.ts';
import { emailFacts } from './reviewed.ts';

const DAYS_BEFORE = [3, 1] as const;

/**
 * Emails verified addresses once per promotion, date, and number of days left, even if this runs repeatedly. Returns
 * the number of emails. Late runs for past days send nothing.
 */
export async function remindPartners(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  today: string,
): Promise<number> {
  if (today !== vancouverTime(deps.now()).date) return 0;
  let sentCount = 0;
  for (const days_left of DAYS_BEFORE) {
    for (const promotion of await findDue(deps, { date: addDays(today, days_left), days_left }))
      if (await sendReminder(deps, promotion, days_left)) sentCount += 1;
  }
  return sentCount;
}

const findDue = ({ db }: Pick<Deps, 'db'>, { date, days_left }: { date: string; days_left: number }) =>
  db.promotion.findMany({
    where: {
      promotion_date: parseDate(date),
      approval_status: 'approved',
      cancelled_at: null,
      frozen_at: null,
      unable_to_send_at: null,
      partner: { reminder_emails: true, deleted_at: null, email_verified_at: { not: null } },
      reminders: { none: { promotion_date: parseDate(date), days_left } },
    },
    include: { partner: true, book: { include: { author: true } }, category: true, price_checks: true },
    orderBy: { id: 'asc' },
  });

type Due = Awaited<ReturnType<typeof findDue>>[number];

/** Inserts the row first, which only one process can do; that process sends the email. */
async function sendReminder(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  promotion: Due,
  days_left: number,
): Promise<boolean> {
  const stores = storesWithoutDealPrice(promotion);
  if (stores.length === 0) return false;
  const { id, sale_price_cents, partner } = promotion;
  return deps.db.$transaction(async (tx) => {
    const date = addDays(vancouverTime(deps.now()).date, days_left);
    const row = { promotion_id: id, promotion_date: parseDate(date), days_left, at: deps.now() };
    const { count } = await tx.promotionReminder.createMany({ data: [row], skipDuplicates: true });
    if (!count) return false;
    const { appUrl, appSecret } = deps.config;
    const props = {
      ...emailFacts(deps, promotion),
      sale_price_cents,
      days_left,
      high_stores: storesIn(stores, 'too_high'),
      unknown_stores: storesIn(stores, 'unknown'),
      unsubscribe_url:
        appUrl + serverPaths.unsubscribeReminder(partnerUnsubscribeToken(appSecret, 'reminder', partner.id)),
    };
    await enqueueEmail(deps, tx, { ...toPartner(partner), template: 'price_reminder', props });
    return true;
  });
}

const storesIn = (stores: readonly StorePrice[], state: StorePrice['state']) =>
  stores.filter((one) => one.state === state).map(({ store }) => store);
