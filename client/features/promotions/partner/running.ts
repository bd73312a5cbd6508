/** Texts about a promotion whose clicks still count. */
import { CLICK_WINDOW_HOURS } from '#shared/business.ts';
import { formatInstant } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import type { PromotionClicks, UsualClicks } from '#shared/promotions.ts';
import { clickHours } from '../click-hours.ts';

/** The promotion's clicks and the usual ones at the end of the last full hour, or null during the first hour. */
export function paceOf(clicks: PromotionClicks, usual: UsualClicks) {
  const { rows } = clickHours(clicks);
  const isFull = ({ hour }: { hour: string }) => Date.parse(hour) + HOUR_MS <= Date.parse(clicks.as_of);
  const index = rows.findLastIndex(isFull);
  const usual_clicks = usual.by_hour?.[index];
  if (usual_clicks === undefined) return null;
  const at = new Date(Date.parse(rows[index]!.hour) + HOUR_MS).toISOString();
  return { at, clicks: rows[index]!.cumulative, usual_clicks };
}

/** 'By 11:00 AM Pacific Time, you had 31 clicks. Typical for a discounted book in Mystery: 28, the median of …' */
export function paceText(clicks: PromotionClicks, usual: UsualClicks, category_name: string) {
  const { price_type, sample_size, by_hour, is_scaled } = usual;
  const kind = `a ${price_type} book in ${category_name}`;
  if (!by_hour)
    return `We can’t say yet what’s typical for ${kind}: we’ve counted too few promotions (${sample_size}).`;
  const scaled = is_scaled ? ', scaled down to the readers whom we reached while warming up our sending domain' : '';
  const basis = `the median of the last ${sample_size} promotions${scaled}`;
  const pace = paceOf(clicks, usual);
  if (!pace) return `Typical for ${kind}: ${by_hour.at(-1)} clicks in ${CLICK_WINDOW_HOURS} hours, ${basis}.`;
  const clicksText = pace.clicks === 1 ? '1 click' : `${pace.clicks} clicks`;
  return `By ${timeOf(pace.at)}, you had ${clicksText}. Typical for ${kind}: ${pace.usual_clicks}, ${basis}.`;
}

/** '11:00 AM Pacific Time' */
const timeOf = (iso: string) => formatInstant(iso).replace(/^.*, \d{4}, /, '');

/** '26 h 06 min', or 'Counting' after the window has ended. */
export function timeLeft(ms: number) {
  const minutes = Math.ceil(ms / MINUTE_MS);
  if (minutes <= 0) return 'Counting';
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
