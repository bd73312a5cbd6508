/**
 * Which clicks are billable (design 1-product, "Clicks"): one per promotion and reader within the window, made by a person.
 * Pure: the caller brings every click of the readers concerned in that newsletter, also on other promotions and the honeypot.
 */
import type { InvalidReason, UserAgentClass } from '#prisma';

const BURST_MS = 3_000;
const BURST_SHADOW_MS = 60_000;
const BURST_LINKS = 4;
const BURST_SHARE = 0.6;
const HONEYPOT_MS = 60_000;

export type Click = {
  id: bigint;
  /** null: the honeypot. */
  promotion_id: number | null;
  reader_id: number | null;
  source: 'newsletter' | 'site';
  store: string | null;
  clicked_at: Date;
  ua_class: UserAgentClass;
};

export type ReaderFacts = {
  /** Store links in the mail this reader got. */
  link_count: number;
  is_partner: boolean;
  is_staff: boolean;
};

export type Verdict = { id: bigint; billable: boolean; invalid_reason: InvalidReason | null };

/** One verdict per click of the promotion, in the order of time. */
export function classifyClicks(
  clicks: readonly Click[],
  {
    promotion_id,
    window_ends_at,
    readers,
  }: { promotion_id: number; window_ends_at: Date; readers: ReadonlyMap<number, ReaderFacts> },
): Verdict[] {
  const byReader = Map.groupBy([...clicks].sort(byTime), (click) => click.reader_id);
  return [...byReader].flatMap(([reader_id, own]) => {
    const facts = reader_id === null ? undefined : readers.get(reader_id);
    return verdictsOfReader(own, promotion_id, window_ends_at, facts);
  });
}

const byTime = (a: Click, b: Click) => a.clicked_at.getTime() - b.clicked_at.getTime() || Number(a.id - b.id);

/** `own` in the order of time. */
function verdictsOfReader(
  own: readonly Click[],
  promotion_id: number,
  window_ends_at: Date,
  facts: ReaderFacts | undefined,
) {
  const bursts = [...burstsIn(own, facts?.link_count ?? 0)];
  const traps = own.filter((click) => click.promotion_id === null && click.source === 'newsletter').map(timeOf);
  let billed = false;
  return own
    .filter((click) => click.promotion_id === promotion_id)
    .map((click): Verdict => {
      if (click.source === 'site') return { id: click.id, billable: false, invalid_reason: null };
      const invalid_reason = reasonAgainst(click, { bursts, traps, window_ends_at, facts, billed });
      billed ||= invalid_reason === null;
      return { id: click.id, billable: invalid_reason === null, invalid_reason };
    });
}

const timeOf = (click: Click) => click.clicked_at.getTime();

/** The times are milliseconds, in order. */
type Evidence = {
  /** When bursts began. */
  bursts: readonly number[];
  /** When the honeypot was followed. */
  traps: readonly number[];
  window_ends_at: Date;
  facts: ReaderFacts | undefined;
  billed: boolean;
};

function reasonAgainst(click: Click, { bursts, traps, window_ends_at, facts, billed }: Evidence): InvalidReason | null {
  const at = timeOf(click);
  if (click.ua_class === 'head') return 'head';
  if (click.ua_class === 'prefetch') return 'prefetch';
  if (click.ua_class === 'bot') return 'bot_ua';
  if (hasOneIn(traps, at - HONEYPOT_MS, at + HONEYPOT_MS)) return 'honeypot';
  if (hasOneIn(bursts, at - BURST_SHADOW_MS, at)) return 'burst';
  if (facts?.is_partner) return 'own_click';
  if (facts?.is_staff) return 'staff';
  if (click.clicked_at > window_ends_at) return 'out_of_window';
  return billed ? 'duplicate' : null;
}

/** By halves: anybody may click as often as they like, and each click is looked at. */
function hasOneIn(times: readonly number[], from: number, to: number) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < times.length && times[low]! <= to;
}

/**
 * When bursts began; each spoils a minute: four links, or 60 % of the mail's links, within three seconds. One link alone is
 * never a burst, however short the mail, and what says itself that it is a machine proves nothing about the person.
 */
function* burstsIn(own: readonly Click[], link_count: number) {
  const links = own.filter(
    (click) => click.promotion_id !== null && click.source === 'newsletter' && click.ua_class === 'person',
  );
  const enough = Math.max(2, Math.min(BURST_LINKS, link_count ? Math.ceil(link_count * BURST_SHARE) : BURST_LINKS));
  // How often each link was followed within three seconds from `first`: a window that moves along.
  const together = new Map<string, number>();
  let end = 0;
  for (const first of links) {
    for (; end < links.length && timeOf(links[end]!) - timeOf(first) <= BURST_MS; end++) add(together, links[end]!, 1);
    if (together.size >= enough) yield timeOf(first);
    add(together, first, -1);
  }
}

function add(together: Map<string, number>, { promotion_id, store }: Click, more: number) {
  const link = `${promotion_id} ${store}`;
  const count = (together.get(link) ?? 0) + more;
  if (count) together.set(link, count);
  else together.delete(link);
}
