import type { LastEvent } from '#shared/promotions.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 75 → '1 min ago'. */
export function ageText(seconds: number) {
  if (seconds < MINUTE) return `${seconds} s ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  return seconds < DAY ? `${Math.floor(seconds / HOUR)} h ago` : `${Math.floor(seconds / DAY)} d ago`;
}

/** 'Approved by Sam Reed', 'Canceled by the partner', 'Payment failed; charged by Sam Reed', 'Sent to readers'. */
export function eventText(
  title: string,
  { action, actor, actor_name }: Pick<LastEvent, 'action' | 'actor' | 'actor_name'>,
) {
  if (actor === 'system') return title;
  return `${title}${action === 'charge' ? '; charged' : ''} by ${actor === 'partner' ? 'the partner' : (actor_name ?? 'staff')}`;
}

/** 'Maria da Silva' → 'MS'. */
export function initials(name: string) {
  const words = name.trim().split(/\s+/);
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .map((word) => (word ? [...word][0]! : ''))
    .join('')
    .toUpperCase();
}
