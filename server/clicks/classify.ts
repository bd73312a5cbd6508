/**
 * Decides which clicks are billed: one per promotion and reader within the window, made by a person. The rules, in order, are in
 * shared/click-rules.ts. Pure: the caller brings every click of the readers concerned in that newsletter, also on other promotions
 * and the hidden links, and the hidden links' visits from the same networks.
 */
import type { InvalidReason, UserAgentClass } from '#prisma';
import { CLICK_LIMITS, type HoldRule } from '#shared/click-rules.ts';

export type Click = {
  id: bigint;
  /** null: a hidden link. */
  promotion_id: number | null;
  reader_id: number | null;
  source: 'newsletter' | 'site';
  store: string | null;
  clicked_at: Date;
  ua_class: UserAgentClass;
  /** A keyed hash; null: unknown. */
  network: string | null;
};

export type ReaderFacts = {
  confirmed_at: Date | null;
  /** As mailbox.ts has it; null for a reader without an address. */
  mailbox: string | null;
  /** null: a public provider's. */
  owned_domain: string | null;
  /** Counted clicks in earlier newsletters. */
  earlier: { newsletters: number; networks: readonly string[] };
  is_partner: boolean;
  is_staff: boolean;
};

/** What holds a click: a rule, and the network, domain, or group it is about. */
export type Hold = { rule: HoldRule; subject: string };
export type Verdict = { id: bigint; billable: boolean; invalid_reason: InvalidReason | null; hold: Hold | null };
export type Decision = 'count' | 'exclude';

export type Facts = {
  promotion_id: number;
  window_ends_at: Date;
  readers: ReadonlyMap<number, ReaderFacts>;
  /** Of staff, by `holdKey`. */
  decisions?: ReadonlyMap<string, Decision>;
  /** Hidden links followed from the networks of these clicks, by whichever reader's email. */
  hidden_visits?: readonly HiddenVisit[];
};
export type HiddenVisit = { network: string; at: Date };

export const holdKey = ({ rule, subject }: Hold) => `${rule} ${subject}`;

/** One verdict per click of the promotion, in the order of time. */
export function classifyClicks(clicks: readonly Click[], facts: Facts): Verdict[] {
  const sorted = [...clicks].sort(byTime);
  const reasons = new Map<bigint, InvalidReason>();
  for (const [reader_id, own] of Map.groupBy(sorted, (click) => click.reader_id)) {
    const reader = reader_id === null ? undefined : facts.readers.get(reader_id);
    for (const [click, reason] of reasonsAgainst(own, reader, facts)) reasons.set(click.id, reason);
  }
  const ours = sorted.filter(({ promotion_id }) => promotion_id === facts.promotion_id);
  const clean = ours.filter(({ id, source }) => source === 'newsletter' && !reasons.has(id));
  const holdsOf = holdsAmong(clean, facts);
  const counted = new Counted();
  return ours.map((click): Verdict => {
    if (click.source === 'site') return verdict(click, null, false);
    const reason = reasons.get(click.id);
    if (reason) return verdict(click, reason);
    const mailbox = (click.reader_id !== null && facts.readers.get(click.reader_id)?.mailbox) || null;
    const repeated = counted.repeats(click.reader_id, mailbox);
    if (repeated) return verdict(click, repeated);
    const held = decided(holdsOf(click), facts.decisions);
    if (!held) {
      counted.add(click.reader_id, mailbox);
      return verdict(click, null);
    }
    // Each reader is held once; more clicks of theirs add nothing to decide.
    if (counted.isHeld(click.reader_id)) return verdict(click, 'duplicate');
    counted.hold(click.reader_id);
    return held === 'excluded' ? verdict(click, 'staff_excluded') : { ...verdict(click, 'held'), hold: held };
  });
}

const verdict = ({ id }: Click, invalid_reason: InvalidReason | null, billable = invalid_reason === null): Verdict => ({
  id,
  billable,
  invalid_reason,
  hold: null,
});

/**
 * One decision to exclude is enough. A click counts once staff have counted every network, domain, and group of sign-ups that
 * holds it; several rules about one network are one decision.
 */
function decided(holds: readonly Hold[], decisions: ReadonlyMap<string, Decision> = new Map()) {
  const decisionOn = (hold: Hold) => decisions.get(holdKey(hold));
  if (holds.some((hold) => decisionOn(hold) === 'exclude')) return 'excluded' as const;
  const counted = holds.filter((hold) => decisionOn(hold) === 'count').map(({ subject }) => subject);
  return holds.find(({ subject }) => !counted.includes(subject)) ?? null;
}

class Counted {
  readonly #readers = new Set<number | null>();
  readonly #mailboxes = new Set<string>();
  readonly #held = new Set<number | null>();
  add(reader: number | null, mailbox: string | null) {
    this.#readers.add(reader);
    if (mailbox) this.#mailboxes.add(mailbox);
  }
  repeats(reader: number | null, mailbox: string | null) {
    if (this.#readers.has(reader)) return 'duplicate' as const;
    return mailbox && this.#mailboxes.has(mailbox) ? ('same_mailbox' as const) : null;
  }
  hold(reader: number | null) {
    this.#held.add(reader);
  }
  isHeld(reader: number | null) {
    return this.#held.has(reader);
  }
}

const timeOf = ({ clicked_at }: Click) => clicked_at.getTime();
const byTime = (a: Click, b: Click) => timeOf(a) - timeOf(b) || Number(a.id - b.id);

// ─── one reader's visits ────────────────────────────────────────────────────

/** `own` in the order of time; yields the clicks on our promotion that a rule excludes. */
function* reasonsAgainst(
  own: readonly Click[],
  reader: ReaderFacts | undefined,
  { promotion_id, window_ends_at }: Facts,
): Generator<[Click, InvalidReason]> {
  const links = own.filter(
    (click) => click.promotion_id !== null && click.source === 'newsletter' && click.ua_class === 'person',
  );
  const [bursts, paced] = [burstsIn(links), pacedIn(links)];
  const isMachine = hiddenLinkRule(own, reader);
  for (const click of own) {
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

const REQUESTS = { head: 'head', prefetch: 'prefetch', bot: 'bot_ua', person: null } as const;
const reasonOfRequest = ({ ua_class }: Click) => REQUESTS[ua_class];

const reasonOfReader = (_: Click, reader: ReaderFacts | undefined) =>
  reader?.is_partner ? ('own_click' as const) : reader?.is_staff ? ('staff' as const) : null;

const isNew = (click: Click, reader: ReaderFacts | undefined) =>
  !!reader?.confirmed_at && timeOf(click) - reader.confirmed_at.getTime() < CLICK_LIMITS.new_reader_ms;

/**
 * Following a hidden link spoils the visits around it, and earlier ones from its network. A click after it counts when it is
 * clearly a person's: apart from the visits around the hidden link, or from a network that the reader was counted on before.
 */
function hiddenLinkRule(own: readonly Click[], reader: ReaderFacts | undefined): (click: Click) => boolean {
  const hidden = own.filter(isHiddenVisit);
  if (hidden.length === 0) return () => false;
  const { session_ms, known_network_ms } = CLICK_LIMITS.hidden_link;
  const spoiled = spansOf(sessionsOf(own, session_ms).filter((session) => session.some(isHiddenVisit)));
  const lastHidden = new Map(hidden.map((visit) => [visit.network, timeOf(visit)]));
  const times = hidden.map(timeOf);
  return (click) => {
    const at = timeOf(click);
    const isKnownNetwork = click.network !== null && !!reader?.earlier.networks.includes(click.network);
    if (
      isKnownNetwork &&
      !hasOneIn(times, at - known_network_ms, at + known_network_ms) &&
      !lastHidden.has(click.network)
    )
      return false;
    return covers(spoiled, at) || at <= (lastHidden.get(click.network) ?? Number.NEGATIVE_INFINITY);
  };
}

const isHiddenVisit = ({ promotion_id, source }: Click) => promotion_id === null && source === 'newsletter';

/** Splits visits, in the order of time, where the pause is longer. */
function sessionsOf(own: readonly Click[], pause_ms: number): Click[][] {
  const sessions: Click[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const click of own) {
    if (timeOf(click) - last > pause_ms) sessions.push([]);
    sessions.at(-1)!.push(click);
    last = timeOf(click);
  }
  return sessions;
}

const spansOf = (sessions: readonly (readonly Click[])[]): Span[] =>
  sessions.map((session) => ({ from: timeOf(session[0]!), to: timeOf(session.at(-1)!) }));

/** Milliseconds, both ends included. */
type Span = { from: number; to: number };

/** The times in which more different links were followed than a person can open, each with its shadow. */
function burstsIn(links: readonly Click[]): Span[] {
  const all = CLICK_LIMITS.burst.flatMap((limit) => spansWith(links, limit));
  return joined(all.sort((a, b) => a.from - b.from));
}

function spansWith(links: readonly Click[], limit: { links: number; within_ms: number }): Span[] {
  const spans: Span[] = [];
  // How often each link was followed in a window that moves along.
  const together = new Map<string, number>();
  let end = 0;
  for (const first of links) {
    for (; end < links.length && timeOf(links[end]!) - timeOf(first) <= limit.within_ms; end++)
      add(together, links[end]!, 1);
    if (together.size >= limit.links) extend(spans, timeOf(first), timeOf(links[end - 1]!) + CLICK_LIMITS.shadow_ms);
    add(together, first, -1);
  }
  return spans;
}

function add(together: Map<string, number>, click: Click, more: number) {
  const link = linkOf(click);
  const count = (together.get(link) ?? 0) + more;
  if (count) together.set(link, count);
  else together.delete(link);
}

const linkOf = ({ promotion_id, store }: Click) => `${promotion_id} ${store}`;

/** Adds a span that begins no earlier than the last one. */
function extend(spans: Span[], from: number, to: number) {
  const last = spans.at(-1);
  if (last && from <= last.to) last.to = Math.max(last.to, to);
  else spans.push({ from, to });
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of spans) extend(result, from, to);
  return result;
}

/** Runs of different links with almost the same pause between them. */
function pacedIn(links: readonly Click[]): Span[] {
  const { links: length } = CLICK_LIMITS.pacing;
  const spans: Span[] = [];
  for (let end = length; end <= links.length; end++) {
    const run = links.slice(end - length, end);
    if (new Set(run.map(linkOf)).size === length && isEven(pausesOf(run)))
      extend(spans, timeOf(run[0]!), timeOf(run.at(-1)!) + CLICK_LIMITS.shadow_ms);
  }
  return spans;
}

const pausesOf = (run: readonly Click[]) => run.slice(1).map((click, index) => timeOf(click) - timeOf(run[index]!));

function isEven(pauses: readonly number[]): boolean {
  const { variation, pause_ms } = CLICK_LIMITS.pacing;
  const mean = pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length;
  const variance = pauses.reduce((sum, pause) => sum + (pause - mean) ** 2, 0) / pauses.length;
  return mean <= pause_ms && Math.sqrt(variance) <= variation * mean;
}

/** By halves, because a reader may click as often as they like. `spans` are apart and in order. */
function covers(spans: readonly Span[], at: number) {
  const index = firstFrom(spans.length, (middle) => spans[middle]!.to >= at);
  return index < spans.length && spans[index]!.from <= at;
}

function hasOneIn(times: readonly number[], from: number, to: number) {
  const index = firstFrom(times.length, (middle) => times[middle]! >= from);
  return index < times.length && times[index]! <= to;
}

function firstFrom(length: number, isThere: (index: number) => boolean) {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isThere(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// ─── readers together ───────────────────────────────────────────────────────

/** Answers what holds a click, of the clicks on one promotion that nothing excludes; `clean` in the order of time. */
function holdsAmong(clean: readonly Click[], { readers, hidden_visits = [] }: Facts): (click: Click) => Hold[] {
  const factsOf = ({ reader_id }: Click) => (reader_id === null ? undefined : readers.get(reader_id));
  const isKnown = (click: Click) => isKnownReader(factsOf(click), click.network);
  const unknown = clean.filter((click) => !isKnown(click));
  const networks = new Map(
    [...Map.groupBy(clean, ({ network }) => network)]
      .filter(([network]) => network !== null)
      .map(([network, own]) => [network, networkHolds(onePerReader(own), isKnown)]),
  );
  const domains = crowdedDomains(onePerReader(unknown), factsOf);
  const cohort = signedUpTogether(onePerReader(unknown), factsOf);
  const hidden = new Map(
    [...Map.groupBy(hidden_visits, ({ network }) => network)].map(([network, visits]) => [
      network,
      visits.map(({ at }) => at.getTime()).sort((x, y) => x - y),
    ]),
  );
  const isNearHidden = (at: number, times: readonly number[] = []) =>
    hasOneIn(times, at - CLICK_LIMITS.hidden_link.session_ms, at + CLICK_LIMITS.hidden_link.session_ms);

  return (click) => {
    const holds: Hold[] = [];
    const known = isKnown(click);
    const { network } = click;
    if (network !== null) {
      const rules = networks.get(network)!;
      for (const rule of rules.ofUnknown) if (!known) holds.push({ rule, subject: network });
      if (known && rules.beyond.has(click.reader_id)) holds.push({ rule: 'network_hour', subject: network });
      if (!known && isNearHidden(timeOf(click), hidden.get(network)))
        holds.push({ rule: 'network_hidden', subject: network });
    }
    if (known) return holds;
    const domain = factsOf(click)?.owned_domain;
    if (domain && domains.has(domain)) holds.push({ rule: 'domain', subject: domain });
    const group = click.reader_id !== null && cohort.get(click.reader_id);
    if (group) holds.push({ rule: 'sign_ups', subject: group });
    return holds;
  };
}

/** Counted before on another network, or in several newsletters. */
const isKnownReader = (reader: ReaderFacts | undefined, network: string | null) =>
  !!reader &&
  (reader.earlier.newsletters >= CLICK_LIMITS.known_newsletters ||
    reader.earlier.networks.some((earlier) => earlier !== network));

function onePerReader(clicks: readonly Click[]): Click[] {
  const first = new Map<number | null, Click>();
  for (const click of clicks) if (!first.has(click.reader_id)) first.set(click.reader_id, click);
  return [...first.values()];
}

type NetworkHolds = {
  /** Of readers without an earlier counted click: all of them, once a limit is passed. */
  ofUnknown: HoldRule[];
  /** Other readers above the hourly limit. */
  beyond: ReadonlySet<number | null>;
};

/** `own`: the first click of each reader on one network. */
function networkHolds(own: readonly Click[], isKnown: (click: Click) => boolean): NetworkHolds {
  const { readers_per_hour, unknown_readers, unknown_burst } = CLICK_LIMITS.network;
  const unknown = own.filter((click) => !isKnown(click));
  const beyond = own.filter((click, index) => {
    const before = own[index - readers_per_hour];
    return before && timeOf(click) - timeOf(before) < HOUR_MS;
  });
  const burst = unknown.some((click, index) => {
    const before = unknown[index - unknown_burst.readers];
    return before && timeOf(click) - timeOf(before) <= unknown_burst.within_ms;
  });
  const ofUnknown: HoldRule[] = [];
  if (burst) ofUnknown.push('network_burst');
  if (beyond.length) ofUnknown.push('network_hour');
  if (unknown.length > unknown_readers) ofUnknown.push('network_total');
  return { ofUnknown, beyond: new Set(beyond.map(({ reader_id }) => reader_id)) };
}

const HOUR_MS = 3_600_000;

/** Visits from the reader's own email have a rule of their own, which comes first. */
type FactsOf = (click: Click) => ReaderFacts | undefined;

function crowdedDomains(unknown: readonly Click[], factsOf: FactsOf): ReadonlySet<string> {
  const domains = Map.groupBy(unknown, (click) => factsOf(click)?.owned_domain ?? null);
  const crowded = [...domains].filter(([domain, own]) => domain && own.length > CLICK_LIMITS.domain_readers);
  return new Set(crowded.map(([domain]) => domain!));
}

/** The readers of every hour in which more than a few confirmed, with the minute at which the group's first one did. */
function signedUpTogether(unknown: readonly Click[], factsOf: FactsOf): ReadonlyMap<number, string> {
  const most = CLICK_LIMITS.sign_ups_per_hour;
  const signUps = unknown
    .map((click) => ({ reader_id: click.reader_id!, at: factsOf(click)?.confirmed_at?.getTime() }))
    .filter((one): one is { reader_id: number; at: number } => one.at !== undefined)
    .sort((a, b) => a.at - b.at);
  const together = new Map<number, string>();
  for (let end = most; end < signUps.length; end++) {
    const group = signUps.slice(end - most, end + 1);
    const first = group[0]!;
    if (group.at(-1)!.at - first.at > HOUR_MS) continue;
    const subject = together.get(first.reader_id) ?? new Date(first.at).toISOString().slice(0, 16);
    for (const { reader_id } of group) if (!together.has(reader_id)) together.set(reader_id, subject);
  }
  return together;
}
