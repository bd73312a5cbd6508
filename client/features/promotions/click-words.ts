import type { PromotionClicks } from '#shared/promotions.ts';

/** Why a click is not billed, for partners and staff alike (design 1-product, Clicks). */
const EXCLUDED: Record<string, string> = {
  duplicate: 'The same reader had clicked before',
  bot_ua: 'A robot, by its own words',
  prefetch: 'Fetched ahead by a mail program or browser',
  head: 'A link checker that read no page',
  burst: 'Many links in a few seconds, as scanners do',
  honeypot: 'Near a click on the hidden link that only robots see',
  own_click: 'Your own click',
  staff: 'A click of our staff',
  out_of_window: 'After the 72 hours in which clicks count',
};

export const excludedReason = (reason: string) => EXCLUDED[reason] ?? reason.replaceAll('_', ' ');

/** One row per hour, in the order of `stores`, zeros included. */
export function clicksByHour(clicks: PromotionClicks['clicks']) {
  const stores = [...new Set(clicks.map(({ store }) => store))];
  const hours = [...new Set(clicks.map(({ hour }) => hour))].sort();
  const rows = hours.map((hour) => {
    const counts = stores.map((store) => sumOf(clicks.filter((click) => click.hour === hour && click.store === store)));
    return { hour, counts, total: counts.reduce((sum, count) => sum + count, 0) };
  });
  return { stores, rows };
}

const sumOf = (clicks: PromotionClicks['clicks']) => clicks.reduce((sum, click) => sum + click.clicks, 0);
