/** Texts about a promotion in its click window: its pace, and the time left. */
import { CLICK_WINDOW_HOURS } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import { formatInstant } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import type { PromotionClicks, UsualClicks } from '#shared/promotions.ts';
import { clickHours } from '../click-hours.ts';

/**
 * The promotion's clicks and the typical number at the end of the last completed hour. Null during the clock hour of
 * the send, and if there's no typical number.
 */
export function paceOf(clicks: PromotionClicks, usual: UsualClicks) {
  const { rows } = clickHours(clicks);
  const hasEnded = ({ hour }: { hour: string }) => Date.parse(hour) + HOUR_MS <= Date.parse(clicks.as_of);
  const index = rows.findLastIndex(hasEnded);
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
    return `We can’t say yet what’s typical for ${kind}: ${sample_size === 0 ? 'no promotions like it have' : `only ${sample_size} like it ${sample_size === 1 ? 'has' : 'have'}`} been settled.`;
  const scaled = is_scaled ? ', scaled down to the readers we reached while warming up our sending domain' : '';
  const basis = `the median of the last ${sample_size} promotions${scaled}`;
  const pace = paceOf(clicks, usual);
  if (!pace)
    return `Typical for ${kind}: ${formatCount(by_hour.at(-1)!, 'click')} in ${CLICK_WINDOW_HOURS} hours, ${basis}.`;
  return `By ${timeOf(pace.at)}, you had ${formatCount(pace.clicks, 'click')}. Typical for ${kind}: ${pace.usual_clicks}, ${basis}.`;
}

/** '11:00 AM Pacific Time' */
const timeOf = (iso: string) => formatInstant(iso).replace(/^.*, \d{4}, /, '');

/** '26 h 6 min', '5 min', or 'Ended' after the window. */
export function timeLeftText(ms: number) {
  const minutes = Math.ceil(ms / MINUTE_MS);
  if (minutes <= 0) return 'Ended';
  const hours = Math.floor(minutes / 60);
  return `${hours > 0 ? `${hours} h ` : ''}${minutes % 60} min`;
}
