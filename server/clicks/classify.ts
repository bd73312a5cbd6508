/**
 * Decides which clicks are billed: at most one human click per promotion and reader within the window. The rules,
 * roughly in order, are in shared/click-rules.ts. Pure. The caller passes all newsletter clicks of the promotion's
 * readers, including those on hidden links, and other readers' visits to hidden links from the same networks.
 */
import type { InvalidReason, UserAgentClass } from '#prisma';
import { CLICK_LIMITS, type HoldRule } from '#shared/click-rules.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';

export type Click = {
  id: bigint;
  /** Null for a hidden link. */
  promotion_id: number | null;
  reader_id: number | null;
  source: 'newsletter' | 'site';
  store: string | null;
  clicked_at: Date;
  ua_class: UserAgentClass;
  /** A keyed hash of the IPv4 address or IPv6 /64; null when unknown. */
  network: string | null;
  /** A keyed hash of the IPv4 /24 or IPv6 /56. */
  subnet: string | null;
  /** A keyed hash of the IPv6 /48. */
  prefix48: string | null;
};

export type ReaderFacts = {
  /** For readers whom an import confirmed, the day of their consent. */
  confirmed_at: Date | null;
  /** True if an import confirmed them. The time of the consent in its file isn't known. */
  is_imported: boolean;
  /** Normalized by mailbox.ts; null for a reader without an address. */
  mailbox: string | null;
  /** Null for public providers and alias services. */
  owned_domain: string | null;
  is_alias: boolean;
  /**
   * Newsletters with counted clicks before this one, the days between the first and the last of these clicks, and their
   * networks.
   */
  earlier: { newsletters: number; days: number; networks: readonly string[] };
  is_partner: boolean;
  is_staff: boolean;
};

/** The rule that holds a click, and the network, range, domain, or group of readers it is about. */
export type Hold = { rule: HoldRule; subject: string };
/** `hold` is set for held clicks and for those that staff excluded. */
export type Verdict = { id: bigint; billable: boolean; invalid_reason: InvalidReason | null; hold: Hold | null };
/** A decision to count covers the clicks that staff saw. A decision to exclude also covers later ones. */
export type Decision = { decision: 'count' | 'exclude'; until: Date };

export type Facts = {
  promotion_id: number;
  window_ends_at: Date;
  /** All readers of these clicks, except erased ones and the demo's made-up ones. */
  readers: ReadonlyMap<number, ReaderFacts>;
  /** Decisions by staff, by `holdKey`. */
  decisions?: ReadonlyMap<string, Decision>;
  /** Visits to hidden links from the networks of these clicks, from any reader's email. */
  hidden_visits?: readonly HiddenVisit[];
  /**
   * The share of newcomers among readers of the newsletter's other promotions. Without it, newcomers aren't limited.
   */
  usual_newcomer_share?: number | null;
};
export type HiddenVisit = { network: string; at: Date };

export const holdKey = ({ rule, subject }: Hold) => `${rule} ${subject}`;

/** Returns a verdict for each click on the promotion, in chronological order. */
export function classifyClicks(clicks: readonly Click[], facts: Facts): Verdict[] {
  const sorted = [...clicks].sort(byTime);
  const reasons = new Map<bigint, InvalidReason>();
  for (const [reader_id, readerClicks] of Map.groupBy(sorted, (click) => click.reader_id)) {
    const reader = reader_id === null ? undefined : facts.readers.get(reader_id);
    for (const [click, reason] of findExclusions(readerClicks, reader, facts)) reasons.set(click.id, reason);
  }
  const promotionClicks = sorted.filter(({ promotion_id }) => promotion_id === facts.promotion_id);
  const eligible = promotionClicks.filter(({ id, source }) => source === 'newsletter' && !reasons.has(id));
  const holdsOf = holdsAmong(eligible, facts);
  const billedOrHeld = new BilledOrHeldReaders();
  return promotionClicks.map((click): Verdict => {
    // Clicks on the website are never billed.
    if (click.source === 'site') return verdict(click, null, false);
    const reason = reasons.get(click.id);
    if (reason) return verdict(click, reason);
    const mailbox = (click.reader_id !== null && facts.readers.get(click.reader_id)?.mailbox) || null;
    const repeatReason = billedOrHeld.repeatReason(click.reader_id, mailbox);
    if (repeatReason) return verdict(click, repeatReason);
    const held = effectiveHold(click, holdsOf(click), facts.decisions);
    if (!held) {
      billedOrHeld.bill(click.reader_id, mailbox);
      return verdict(click, null);
    }
    // Each reader is held once; further held clicks are duplicates.
    if (billedOrHeld.isHeld(click.reader_id)) return verdict(click, 'duplicate');
    billedOrHeld.hold(click.reader_id, mailbox);
    return { ...verdict(click, held.is_excluded ? 'staff_excluded' : 'held'), hold: held.hold };
  });
}

const verdict = ({ id }: Click, invalid_reason: InvalidReason | null, billable = invalid_reason === null): Verdict => ({
  id,
  billable,
  invalid_reason,
  hold: null,
});

/**
 * Returns the hold that keeps a click from being billed, or null. One decision to exclude is enough. A click is billed
 * only when staff have decided to count every subject that holds it. Counting one hold covers the click's other holds
 * with the same subject.
 */
function effectiveHold(click: Click, holds: readonly Hold[], decisions: ReadonlyMap<string, Decision> = new Map()) {
  const excluded = holds.find((hold) => decisions.get(holdKey(hold))?.decision === 'exclude');
  if (excluded) return { hold: excluded, is_excluded: true };
  const isCounted = (hold: Hold) => {
    const decision = decisions.get(holdKey(hold));
    return decision?.decision === 'count' && click.clicked_at <= decision.until;
  };
  const counted = holds.filter(isCounted).map(({ subject }) => subject);
  const hold = holds.find(({ subject }) => !counted.includes(subject));
  return hold ? { hold, is_excluded: false } : null;
}

/** The readers whose clicks are billed or held so far. */
class BilledOrHeldReaders {
  readonly #billed = new Set<number | null>();
  readonly #held = new Set<number | null>();
  /** Maps each mailbox to the first billed or held reader with that mailbox, however the address is spelled. */
  readonly #mailboxes = new Map<string, number | null>();
  bill(reader: number | null, mailbox: string | null) {
    this.#billed.add(reader);
    this.#claimMailbox(mailbox, reader);
  }
  hold(reader: number | null, mailbox: string | null) {
    this.#held.add(reader);
    this.#claimMailbox(mailbox, reader);
  }
  /**
   * The reason why a reader or mailbox isn't billed again, or null. A mailbox held under one spelling isn't billed
   * under another.
   */
  repeatReason(reader: number | null, mailbox: string | null) {
    if (this.#billed.has(reader)) return 'duplicate' as const;
    const isOtherSpelling = mailbox !== null && this.#mailboxes.has(mailbox) && this.#mailboxes.get(mailbox) !== reader;
    return isOtherSpelling ? ('same_mailbox' as const) : null;
  }
  isHeld(reader: number | null) {
    return this.#held.has(reader);
  }
  #claimMailbox(mailbox: string | null, reader: number | null) {
    if (mailbox && !this.#mailboxes.has(mailbox)) this.#mailboxes.set(mailbox, reader);
  }
}

const timeOf = ({ clicked_at }: Click) => clicked_at.getTime();
const byTime = (a: Click, b: Click) => timeOf(a) - timeOf(b) || Number(a.id - b.id);

// ─── Rules about one reader ─────────────────────────────────────────────────

/**
 * Yields the reader's excluded clicks on the promotion, each with its reason. `clicks` are in chronological order.
 */
function* findExclusions(
  clicks: readonly Click[],
  reader: ReaderFacts | undefined,
  { promotion_id, window_ends_at }: Facts,
): Generator<[Click, InvalidReason]> {
  const linkClicks = clicks.filter(
    (click) => click.promotion_id !== null && click.source === 'newsletter' && click.ua_class === 'person',
  );
  const [bursts, paced] = [burstSpans(linkClicks), pacedSpans(linkClicks)];
  const isMachine = hiddenLinkRule(clicks, reader);
  for (const click of clicks) {
    if (click.promotion_id !== promotion_id || click.source === 'site') continue;
    const reason =
      reasonOfRequest(click) ??
      (isMachine(click) ? 'honeypot' : null) ??
      (covers(bursts, timeOf(click)) ? 'burst' : null) ??
      (covers(paced, timeOf(click)) ? 'pacing' : null) ??
      reasonOfReader(click, reader) ??
      (click.clicked_at > window_ends_at ? 'out_of_window' : null) ??
      (isNew(click, reader) ? 'new_reader' : null);
    if (reason) yield [click, reason];
  }
}

const REASONS_BY_USER_AGENT = { head: 'head', prefetch: 'prefetch', bot: 'bot_ua', person: null } as const;
const reasonOfRequest = ({ ua_class }: Click) => REASONS_BY_USER_AGENT[ua_class];

function reasonOfReader({ reader_id, network }: Click, reader: ReaderFacts | undefined) {
  // No rule about readers can judge an erased reader. Clicks that have a reader but no network are the demo's, whose
  // readers are made up.
  if (!reader) return reader_id === null || network !== null ? 'erased' : null;
  if (reader.is_partner) return 'own_click';
  return reader.is_staff ? 'staff' : null;
}

const isNew = (click: Click, reader: ReaderFacts | undefined) =>
  !!reader?.confirmed_at && timeOf(click) - reader.confirmed_at.getTime() < CLICK_LIMITS.new_reader_ms;

/**
 * Returns a function that tells whether a hidden-link visit by the same reader excludes a click. A visit excludes all
 * clicks in its session and, for unknown readers, all earlier ones from its network. A known reader's earlier clicks
 * are assumed to predate the scanner.
 *
 * A click from a network of the reader's earlier counted clicks is exempt, unless a hidden link was followed from that
 * network, or from any network within a minute of the click.
 */
function hiddenLinkRule(clicks: readonly Click[], reader: ReaderFacts | undefined): (click: Click) => boolean {
  const hidden = clicks.filter(isHiddenVisit);
  if (hidden.length === 0) return () => false;
  const { session_ms, known_network_ms } = CLICK_LIMITS.hidden_link;
  const scannedSessions = spansOf(sessionsOf(clicks, session_ms).filter((session) => session.some(isHiddenVisit)));
  const lastHidden = new Map(hidden.map((visit) => [visit.network, timeOf(visit)]));
  const times = hidden.map(timeOf);
  const isKnown = isKnownReader(reader);
  return (click) => {
    const at = timeOf(click);
    const isKnownNetwork = click.network !== null && !!reader?.earlier.networks.includes(click.network);
    if (
      isKnownNetwork &&
      !hasTimeIn(times, at - known_network_ms, at + known_network_ms) &&
      !lastHidden.has(click.network)
    )
      return false;
    const isBeforeScan = at <= (lastHidden.get(click.network) ?? Number.NEGATIVE_INFINITY);
    return covers(scannedSessions, at) || (isBeforeScan && !isKnown);
  };
}

const isHiddenVisit = ({ promotion_id, source }: Click) => promotion_id === null && source === 'newsletter';

/** Splits visits, which are in chronological order, at pauses longer than `pause_ms`. */
function sessionsOf(clicks: readonly Click[], pause_ms: number): Click[][] {
  const sessions: Click[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const click of clicks) {
    if (timeOf(click) - last > pause_ms) sessions.push([]);
    sessions.at(-1)!.push(click);
    last = timeOf(click);
  }
  return sessions;
}

const spansOf = (sessions: readonly (readonly Click[])[]): Span[] =>
  sessions.map((session) => ({ from: timeOf(session[0]!), to: timeOf(session.at(-1)!) }));

/** A period in milliseconds, both ends included. */
type Span = { from: number; to: number };

/** Returns periods in which more different links were followed than a person can open, extended by `shadow_ms`. */
function burstSpans(linkClicks: readonly Click[]): Span[] {
  const all = CLICK_LIMITS.burst.flatMap((limit) => burstSpansWithin(linkClicks, limit));
  return merge(all.sort((a, b) => a.from - b.from));
}

function burstSpansWithin(linkClicks: readonly Click[], limit: { links: number; within_ms: number }): Span[] {
  const spans: Span[] = [];
  // The number of clicks per link in a sliding window.
  const counts = new Map<string, number>();
  let end = 0;
  for (const first of linkClicks) {
    for (; end < linkClicks.length && timeOf(linkClicks[end]!) - timeOf(first) <= limit.within_ms; end++)
      add(counts, linkClicks[end]!, 1);
    if (counts.size >= limit.links) extend(spans, timeOf(first), timeOf(linkClicks[end - 1]!) + CLICK_LIMITS.shadow_ms);
    add(counts, first, -1);
  }
  return spans;
}

function add(counts: Map<string, number>, click: Click, difference: number) {
  const link = linkOf(click);
  const count = (counts.get(link) ?? 0) + difference;
  if (count) counts.set(link, count);
  else counts.delete(link);
}

const linkOf = ({ promotion_id, store }: Click) => `${promotion_id} ${store}`;

/** Adds a span that begins no earlier than the last one. */
function extend(spans: Span[], from: number, to: number) {
  const last = spans.at(-1);
  if (last && from <= last.to) last.to = Math.max(last.to, to);
  else spans.push({ from, to });
}

function merge(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of spans) extend(result, from, to);
  return result;
}

/** Returns periods in which different links were followed with almost equal pauses, extended by `shadow_ms`. */
function pacedSpans(linkClicks: readonly Click[]): Span[] {
  const all = CLICK_LIMITS.pacing.flatMap((limit) => pacedSpansWithin(linkClicks, limit));
  return merge(all.sort((a, b) => a.from - b.from));
}

type Pacing = (typeof CLICK_LIMITS.pacing)[number];

function pacedSpansWithin(linkClicks: readonly Click[], limit: Pacing): Span[] {
  const spans: Span[] = [];
  for (let end = limit.links; end <= linkClicks.length; end++) {
    const run = linkClicks.slice(end - limit.links, end);
    if (new Set(run.map(linkOf)).size === limit.links && isEvenlyTimed(pausesOf(run), limit))
      extend(spans, timeOf(run[0]!), timeOf(run.at(-1)!) + CLICK_LIMITS.shadow_ms);
  }
  return spans;
}

const pausesOf = (run: readonly Click[]) => run.slice(1).map((click, index) => timeOf(click) - timeOf(run[index]!));

function isEvenlyTimed(pauses: readonly number[], { variation, pause_ms }: Pacing): boolean {
  const mean = pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length;
  const variance = pauses.reduce((sum, pause) => sum + (pause - mean) ** 2, 0) / pauses.length;
  return mean <= pause_ms && Math.sqrt(variance) <= variation * mean;
}

/** Binary search, because the number of clicks per reader is unbounded. `spans` are disjoint and sorted. */
function covers(spans: readonly Span[], at: number) {
  const index = firstIndex(spans.length, (middle) => spans[middle]!.to >= at);
  return index < spans.length && spans[index]!.from <= at;
}

function hasTimeIn(times: readonly number[], from: number, to: number) {
  const index = firstIndex(times.length, (middle) => times[middle]! >= from);
  return index < times.length && times[index]! <= to;
}

function firstIndex(length: number, matches: (index: number) => boolean) {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// ─── Rules across readers ───────────────────────────────────────────────────

type FactsOf = (click: Click) => ReaderFacts | undefined;
type HoldLookup = (click: Click) => readonly Hold[];

/**
 * Returns a function that looks up the holds of a click among `eligible`, the promotion's clicks that `findExclusions`
 * leaves, in chronological order. Limits on one network's readers come first. A range's unknown readers count only if
 * neither these limits nor a narrower range holds them; newcomers count only if no other rule holds them.
 */
function holdsAmong(eligible: readonly Click[], facts: Facts): HoldLookup {
  const factsOf: FactsOf = ({ reader_id }) => (reader_id === null ? undefined : facts.readers.get(reader_id));
  const distinctMailboxes = dedupeByMailbox(eligible, factsOf);
  const isKnown = (click: Click) => isKnownReader(factsOf(click));
  const unknown = distinctMailboxes.filter((click) => !isKnown(click));
  const readers = onePerReader(distinctMailboxes).length;

  const networkHoldsFor = networkHolds(distinctMailboxes, { isKnown, readers });
  const hiddenLinkHoldsFor = nearbyHiddenLinkHolds(unknown, facts.hidden_visits ?? []);
  const subnetHoldsFor = rangeHolds(distinctMailboxes, ({ subnet }) => subnet, {
    isKnown,
    readers,
    earlierHolds: networkHoldsFor,
  });
  const narrowHoldsFor: HoldLookup = (click) => [...networkHoldsFor(click), ...subnetHoldsFor(click)];
  const prefix48HoldsFor = rangeHolds(distinctMailboxes, ({ prefix48 }) => prefix48, {
    isKnown,
    readers,
    earlierHolds: narrowHoldsFor,
  });
  const addressHoldsFor = addressHolds(unknown, factsOf, decidedSignUps(facts.decisions));
  const earlierHoldsFor: HoldLookup = (click) => [
    ...narrowHoldsFor(click),
    ...hiddenLinkHoldsFor(click),
    ...prefix48HoldsFor(click),
    ...(isKnown(click) ? [] : addressHoldsFor(click)),
  ];
  const isNewcomer = (click: Click) => {
    const confirmed_at = factsOf(click)?.confirmed_at;
    return !isKnown(click) && !!confirmed_at && timeOf(click) - confirmed_at.getTime() < CLICK_LIMITS.newcomer_ms;
  };
  const newcomerHoldsFor = newcomerHolds(distinctMailboxes, {
    isNewcomer,
    earlierHolds: earlierHoldsFor,
    usualShare: facts.usual_newcomer_share ?? null,
  });
  return (click) => [...earlierHoldsFor(click), ...newcomerHoldsFor(click)];
}

/**
 * Removes the clicks of readers whose address is another spelling of an earlier reader's: a mailbox is billed once, so
 * it counts once here.
 */
function dedupeByMailbox(clicks: readonly Click[], factsOf: FactsOf): Click[] {
  const readers = new Map<string, number | null>();
  return clicks.filter((click) => {
    const mailbox = factsOf(click)?.mailbox;
    if (!mailbox) return true;
    if (!readers.has(mailbox)) readers.set(mailbox, click.reader_id);
    return readers.get(mailbox) === click.reader_id;
  });
}

function isKnownReader(reader: ReaderFacts | undefined): boolean {
  const { newsletters, apart_ms } = CLICK_LIMITS.known;
  return !!reader && reader.earlier.newsletters >= newsletters && reader.earlier.days * DAY_MS >= apart_ms;
}

function onePerReader(clicks: readonly Click[]): Click[] {
  const first = new Map<number | null, Click>();
  for (const click of clicks) if (!first.has(click.reader_id)) first.set(click.reader_id, click);
  return [...first.values()];
}

type ReaderStats = { isKnown: (click: Click) => boolean; readers: number };

function networkHolds(clicks: readonly Click[], { isKnown, readers }: ReaderStats): HoldLookup {
  const { unknown_readers, known_readers } = CLICK_LIMITS.network;
  const networks = byRange(
    clicks,
    ({ network }) => network,
    (networkClicks) => {
      const first = onePerReader(networkClicks);
      const [known, unknown] = [first.filter(isKnown), first.filter((click) => !isKnown(click))];
      const unknownReaderRules: HoldRule[] = [];
      if (isUnknownReaderBurst(unknown)) unknownReaderRules.push('network_burst');
      if (overHourlyLimit(first).length) unknownReaderRules.push('network_hour');
      if (unknown.length > unknown_readers) unknownReaderRules.push('network_total');
      const overLimitReaders = new Set(overHourlyLimit(known).map(({ reader_id }) => reader_id));
      return {
        unknownReaderRules,
        overLimitReaders,
        hasTooManyKnown: isLargeShare(known.length, readers, known_readers),
      };
    },
  );
  return (click) => {
    const rules = networks.get(click.network);
    if (!rules) return [];
    const names: HoldRule[] = isKnown(click)
      ? [
          ...(rules.overLimitReaders.has(click.reader_id) ? ['network_hour' as const] : []),
          ...(rules.hasTooManyKnown ? ['network_known' as const] : []),
        ]
      : rules.unknownReaderRules;
    return names.map((rule) => ({ rule, subject: click.network! }));
  };
}

/** Returns the clicks beyond the hourly limit. `first` has each reader's first click, in chronological order. */
const overHourlyLimit = (first: readonly Click[]) =>
  first.filter((click, index) => {
    const before = first[index - CLICK_LIMITS.network.readers_per_hour];
    return before && timeOf(click) - timeOf(before) < HOUR_MS;
  });

function isUnknownReaderBurst(unknown: readonly Click[]): boolean {
  const { readers, within_ms } = CLICK_LIMITS.network.unknown_burst;
  return unknown.some((click, index) => {
    const before = unknown[index - readers];
    return before && timeOf(click) - timeOf(before) <= within_ms;
  });
}

/**
 * True for more known readers than an office or a campus has. `known` doesn't include unknown readers, because
 * otherwise fake accounts could get known readers held.
 */
const isLargeShare = (
  known: number,
  readers: number,
  { usual, share, most }: { usual: number; share: number; most: number },
) => known > most || (known > usual && known > share * readers);

/** Groups clicks by network or range. Skips clicks without one. */
const byRange = <T>(
  clicks: readonly Click[],
  rangeOf: (click: Click) => string | null,
  summarize: (clicks: Click[]) => T,
): ReadonlyMap<string | null, T> =>
  new Map(
    [...Map.groupBy(clicks, rangeOf)]
      .filter(([range]) => range !== null)
      .map(([range, rangeClicks]) => [range, summarize(rangeClicks)]),
  );

function rangeHolds(
  clicks: readonly Click[],
  rangeOf: (click: Click) => string | null,
  { isKnown, readers, earlierHolds }: ReaderStats & { earlierHolds: HoldLookup },
): HoldLookup {
  const { unknown_readers, known_readers } = CLICK_LIMITS.range;
  const isCounted = (click: Click) => !isKnown(click) && earlierHolds(click).length === 0;
  const ranges = byRange(clicks, rangeOf, (rangeClicks) => ({
    hasTooManyUnknown: onePerReader(rangeClicks.filter(isCounted)).length > unknown_readers,
    hasTooManyKnown: isLargeShare(onePerReader(rangeClicks.filter(isKnown)).length, readers, known_readers),
  }));
  return (click) => {
    const range = rangeOf(click);
    const rules = ranges.get(range);
    if (isKnown(click)) return rules?.hasTooManyKnown ? [{ rule: 'network_known', subject: range! }] : [];
    return rules?.hasTooManyUnknown && isCounted(click) ? [{ rule: 'range', subject: range! }] : [];
  };
}

/**
 * Holds unknown readers near a visit to a hidden link. A separate, earlier rule covers hidden links in the reader's own
 * email.
 */
function nearbyHiddenLinkHolds(unknown: readonly Click[], visits: readonly HiddenVisit[]): HoldLookup {
  const { session_ms } = CLICK_LIMITS.hidden_link;
  const times = new Map(
    [...Map.groupBy(visits, ({ network }) => network)].map(([network, networkVisits]) => [
      network,
      networkVisits.map(({ at }) => at.getTime()).sort((x, y) => x - y),
    ]),
  );
  const isNear = (click: Click) => {
    const networkTimes = click.network === null ? undefined : times.get(click.network);
    return !!networkTimes && hasTimeIn(networkTimes, timeOf(click) - session_ms, timeOf(click) + session_ms);
  };
  const near = new Set(unknown.filter(isNear));
  return (click) => (near.has(click) ? [{ rule: 'network_hidden', subject: click.network! }] : []);
}

const ALIAS_SUBJECT = 'alias services';

/** Holds unknown readers who share a domain, use alias services, or signed up within the same hour. */
function addressHolds(unknown: readonly Click[], factsOf: FactsOf, decided: readonly string[]): HoldLookup {
  const first = onePerReader(unknown);
  const domains = crowdedDomains(first, factsOf);
  const areAliasesHeld = first.filter((click) => factsOf(click)?.is_alias).length > CLICK_LIMITS.alias_readers;
  const signUpGroups = groupSignUps(first, factsOf, decided);
  return (click) => {
    const holds: Hold[] = [];
    const reader = factsOf(click);
    if (reader?.owned_domain && domains.has(reader.owned_domain))
      holds.push({ rule: 'domain', subject: reader.owned_domain });
    if (reader?.is_alias && areAliasesHeld) holds.push({ rule: 'alias_services', subject: ALIAS_SUBJECT });
    const group = click.reader_id !== null && signUpGroups.get(click.reader_id);
    if (group) holds.push({ rule: 'sign_ups', subject: group });
    return holds;
  };
}

function crowdedDomains(unknown: readonly Click[], factsOf: FactsOf): ReadonlySet<string> {
  const domains = Map.groupBy(unknown, (click) => factsOf(click)?.owned_domain ?? null);
  const crowded = [...domains].filter(([domain, clicks]) => domain && clicks.length > CLICK_LIMITS.domain_readers);
  return new Set(crowded.map(([domain]) => domain!));
}

/** The subjects of decisions about sign-ups, in chronological order. */
function decidedSignUps(decisions: Facts['decisions']): string[] {
  const prefix = holdKey({ rule: 'sign_ups', subject: '' });
  const keys = [...(decisions?.keys() ?? [])].filter((key) => key.startsWith(prefix));
  return keys.map((key) => key.slice(prefix.length)).sort();
}

type SignUp = { reader_id: number; at: number };
const minuteOf = (at: number) => new Date(at).toISOString().slice(0, 16);

/**
 * Finds readers who confirmed here within an hour of many others. Maps each to the minute in which the first of the
 * group confirmed. A group that staff have decided about keeps its minute when its first reader changes: someone who
 * confirmed earlier may click later, and the first may be erased.
 */
function groupSignUps(
  unknown: readonly Click[],
  factsOf: FactsOf,
  decided: readonly string[],
): ReadonlyMap<number, string> {
  const signUps = unknown
    .filter((click) => !factsOf(click)?.is_imported)
    .map((click) => ({ reader_id: click.reader_id!, at: factsOf(click)?.confirmed_at?.getTime() }))
    .filter((signUp): signUp is SignUp => signUp.at !== undefined)
    .sort((a, b) => a.at - b.at);
  const subjects = new Map<number, string>();
  for (const group of crowdsOf(signUps)) {
    const [first, last] = [group[0]!.at, group.at(-1)!.at];
    const own = decided.filter((minute) => minute >= minuteOf(first - HOUR_MS) && minute <= minuteOf(last));
    for (const { reader_id, at } of group)
      subjects.set(reader_id, own.findLast((minute) => minute <= minuteOf(at)) ?? own[0] ?? minuteOf(first));
  }
  return subjects;
}

/** Groups sign-ups that are too many for an hour. `signUps` are in chronological order. */
function crowdsOf(signUps: readonly SignUp[]): SignUp[][] {
  const max = CLICK_LIMITS.sign_ups_per_hour;
  const crowds: SignUp[][] = [];
  let grouped = 0;
  for (let end = max; end < signUps.length; end++) {
    const start = end - max;
    if (signUps[end]!.at - signUps[start]!.at > HOUR_MS) continue;
    if (start >= grouped) crowds.push([]);
    crowds.at(-1)!.push(...signUps.slice(Math.max(start, grouped), end + 1));
    grouped = end + 1;
  }
  return crowds;
}

const NEWCOMERS_SUBJECT = 'promotion';

type Newcomers = { isNewcomer: (click: Click) => boolean; earlierHolds: HoldLookup; usualShare: number | null };

/**
 * Holds newcomers if there are far more of them than expected from the promotion's other readers and the newsletter's
 * usual share.
 */
function newcomerHolds(clicks: readonly Click[], { isNewcomer, earlierHolds, usualShare }: Newcomers): HoldLookup {
  if (usualShare === null) return () => [];
  const notHeld = clicks.filter((click) => earlierHolds(click).length === 0);
  const newcomers = onePerReader(notHeld.filter(isNewcomer));
  const others = onePerReader(notHeld.filter((click) => !isNewcomer(click))).length;
  const { extra, factor } = CLICK_LIMITS.newcomers;
  const expected = usualShare < 1 ? (others * usualShare) / (1 - usualShare) : Number.POSITIVE_INFINITY;
  if (newcomers.length <= extra + factor * expected) return () => [];
  const held = new Set(newcomers.map(({ reader_id }) => reader_id));
  return (click) =>
    held.has(click.reader_id) && isNewcomer(click) ? [{ rule: 'newcomers', subject: NEWCOMERS_SUBJECT }] : [];
}
