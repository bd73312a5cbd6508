/**
 * Scenarios: visits to the links of one newsletter, and which of them a person made. Each is a data file in
 * scenarios/ (scenarios/README.md describes the format). The random numbers are seeded, so a file gives the same visits
 * for the same seed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { OtherReader } from '#server/clicks/newcomers.ts';
import { type Random, seededRandom } from '#server/platform/random.ts';
import { CLICK_LIMITS } from '#shared/click-rules.ts';
import { DAY_MS } from '#shared/durations.ts';

/** '250ms', '40s', '10m', '3h', or '30d' */
type Duration = string;
/** A pair is a range, from which a duration is drawn at random each time. */
type Range = Duration | readonly [Duration, Duration];
type Maker = 'person' | 'machine';

type VisitPlan = {
  /**
   * A number opens that many different links, including ours. `everything` opens the hidden top link, all links, and
   * the hidden bottom link.
   */
  open: 'ours' | 'all' | 'everything' | 'hidden top' | 'hidden bottom' | number;
  /** Time after the send. */
  at: Range;
  /** Delay between readers: reader 0 starts at `at`, reader 1 one step later. */
  step?: Duration;
  gap?: Range;
  headers?: Record<string, string>;
  method?: 'HEAD';
  /** Overrides the group's. */
  by?: Maker;
  /** '#' is replaced by the reader's number. */
  network?: string;
  /** Share of the group's readers who make these visits. */
  share?: number;
};

type Group = {
  who: string;
  count: number;
  by: Maker;
  /** True for people whom the attack makes look suspicious. */
  targeted?: boolean;
  /**
   * 'public' (the default) spreads readers over public providers, and 'alias' over alias services. '@name' is one
   * shared domain. Groups with the same 'mailboxes name' spell the same mailboxes differently.
   */
  address?: 'public' | 'alias' | 'one mailbox' | "partner's mailbox" | `@${string}` | `mailboxes ${string}`;
  /** 'own' (the default) gives each reader a network. Readers share a named network, or take turns with several. */
  network?: string | readonly string[];
  /** The IPv4 /24 or IPv6 /56 that all networks of the group are in. By default each network is in its own. */
  subnet?: string;
  /** The IPv6 /48 that all networks of the group are in. */
  site?: string;
  /** Time before the send. */
  confirmed?: Range;
  /** How much later each reader confirmed than the one before. */
  confirmed_step?: Duration;
  /** True for readers whom an import confirmed; `confirmed` is then the time of their consent. */
  imported?: boolean;
  /** Share of readers with counted clicks in earlier newsletters, the days these span, and their network. */
  earlier?: { share: number; newsletters?: number; days?: number; network?: 'another' | 'the same' };
  visits: readonly VisitPlan[];
};

const KINDS = ['attack', 'shared', 'human', 'limit'] as const;
export type ScenarioKind = (typeof KINDS)[number];
export type Scenario = {
  title: string;
  kind: ScenarioKind;
  story: string;
  cost_per_click_cents?: number;
  /** Links in each reader's email, one per deal. */
  links?: number;
  /** The share of newcomers among the readers of the newsletter's other promotions. */
  usual_newcomer_share?: number;
  readers: readonly Group[];
  /**
   * Readers who click one of the newsletter's other promotions and not ours. Replaces `usual_newcomer_share`, except in
   * mixes.
   */
  elsewhere?: readonly Group[];
};

export type Visit = {
  reader_id: number;
  /** Null for a hidden link. */
  promotion_id: number | null;
  hidden: 'top' | 'bottom' | null;
  at: Date;
  network: string;
  subnet: string;
  prefix48: string | null;
  by: Maker;
  method: string;
  headers: Record<string, string>;
};
export type ScenarioReader = {
  id: number;
  email: string;
  confirmed_at: Date;
  is_imported: boolean;
  links: number;
  is_targeted: boolean;
  earlier: { newsletters: number; days: number; networks: readonly string[] };
};
export type World = {
  visits: Visit[];
  readers: ScenarioReader[];
  cost_per_click_cents: number;
  usual_newcomer_share: number;
  elsewhere: OtherReader[] | null;
};

export const SENT = new Date('2026-12-03T18:00:00.000Z');
export const WINDOW_ENDS_AT = new Date('2026-12-06T18:00:00.000Z');
export const OURS = 1;
export const PARTNER = 'rosa.lind@gmail.com';

const BROWSER = {
  'User-Agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
};
const PUBLIC_PROVIDERS = ['gmail.com', 'yahoo.com', 'outlook.com', 'icloud.com', 'hotmail.com', 'aol.com', 'proton.me'];
const ALIAS_SERVICES = [
  'simplelogin.com',
  'aleeas.com',
  'anonaddy.me',
  'duck.com',
  'privaterelay.appleid.com',
  'mozmail.com',
];
/** Usual share of newcomers in a newsletter without a recent campaign. */
const USUAL_NEWCOMERS = 0.03;
const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function readScenarios(folder = new URL('scenarios/', import.meta.url)): { file: string; scenario: Scenario }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, scenario: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Scenario }))
    .sort((a, b) => KINDS.indexOf(a.scenario.kind) - KINDS.indexOf(b.scenario.kind));
}

function milliseconds(duration: Duration): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration) ?? [];
  if (!unit) throw new Error(`"${duration}" isn’t a duration`);
  return Number(amount) * UNITS[unit]!;
}

function drawFrom(random: Random, range: Range): number {
  if (typeof range === 'string') return milliseconds(range);
  const [low, high] = [milliseconds(range[0]), milliseconds(range[1])];
  return low + random.fraction() * (high - low);
}

/**
 * Generates a scenario's visits. Readers are numbered from `firstReader`, and shared networks get `prefix`, so that
 * several scenarios can be combined.
 */
export function generateWorld(scenario: Scenario, { seed = 1, firstReader = 1, prefix = '' } = {}): World {
  const random = seededRandom(seed);
  const links = scenario.links ?? 20;
  const visits: Visit[] = [];
  const readers: ScenarioReader[] = [];
  for (const [groupNumber, group] of scenario.readers.entries())
    for (let index = 0; index < group.count; index++) {
      const id = firstReader + readers.length;
      const ownNetwork = networkOf(group, { index, id, prefix });
      readers.push(readerOf(group, { id, index, groupNumber, prefix, ownNetwork, links, random }));
      for (const plan of group.visits)
        visits.push(...visitsOf(group, plan, { id, index, ownNetwork, links, prefix, random }));
    }
  const { cost_per_click_cents = 40, usual_newcomer_share = USUAL_NEWCOMERS } = scenario;
  return { visits, readers, cost_per_click_cents, usual_newcomer_share, elsewhere: otherReadersIn(scenario, seed) };
}

function otherReadersIn({ elsewhere, ...scenario }: Scenario, seed: number): OtherReader[] | null {
  if (!elsewhere) return null;
  const { visits, readers } = generateWorld({ ...scenario, readers: elsewhere }, { seed, firstReader: 1_000_000 });
  const firstVisits = new Map(visits.toReversed().map((visit) => [visit.reader_id, visit]));
  return readers.map(({ id, email, confirmed_at, is_imported, earlier }) => {
    const { at, network, subnet, prefix48 } = firstVisits.get(id)!;
    const isKnown =
      earlier.newsletters >= CLICK_LIMITS.known.newsletters && earlier.days * DAY_MS >= CLICK_LIMITS.known.apart_ms;
    const isNew = SENT.getTime() - confirmed_at.getTime() < CLICK_LIMITS.newcomer_ms;
    const is_newcomer = isNew && !isKnown;
    return { email, confirmed_at, is_imported, is_newcomer, clicked_at: at, network, subnet, prefix48 };
  });
}

type ReaderContext = { id: number; index: number; prefix: string; ownNetwork: string; links: number; random: Random };

function networkOf({ network = 'own' }: Group, { index, id, prefix }: { index: number; id: number; prefix: string }) {
  const shared = typeof network === 'string' ? network : network[index % network.length]!;
  return shared === 'own' ? `own ${id}` : prefix + shared;
}

function readerOf(
  group: Group,
  { id, index, groupNumber, prefix, ownNetwork, links, random }: ReaderContext & { groupNumber: number },
) {
  const {
    confirmed = ['30d', '700d'],
    confirmed_step = '0s',
    earlier = { share: group.by === 'person' ? 0.7 : 0 },
  } = group;
  const confirmed_at = new Date(SENT.getTime() - drawFrom(random, confirmed) + index * milliseconds(confirmed_step));
  const hasEarlierClicks = random.chance(earlier.share);
  return {
    id,
    email: addressOf(group, { id, index, name: `${prefix}${groupNumber}`.replace(/\W/g, ''), random }),
    confirmed_at,
    is_imported: group.imported ?? false,
    links,
    is_targeted: group.targeted ?? false,
    earlier: {
      newsletters: hasEarlierClicks ? (earlier.newsletters ?? 4) : 0,
      days: hasEarlierClicks && earlier.newsletters !== 1 ? (earlier.days ?? 60) : 0,
      networks: hasEarlierClicks ? [earlier.network === 'the same' ? ownNetwork : `earlier ${id}`] : [],
    },
  };
}

function addressOf(
  { address = 'public' }: Group,
  { id, index, name, random }: { id: number; index: number; name: string; random: Random },
) {
  if (address.startsWith('mailboxes ')) return `${address.slice('mailboxes '.length)}${index}+${name}@gmail.com`;
  if (address === 'one mailbox') return `shopper${name}+${index}@gmail.com`;
  if (address === "partner's mailbox") return PARTNER.replace('@', `+${index}@`);
  if (address.startsWith('@')) return `reader${id}${address}`;
  return `reader${id}@${random.pick(address === 'alias' ? ALIAS_SERVICES : PUBLIC_PROVIDERS)}`;
}

function visitsOf(
  group: Group,
  plan: VisitPlan,
  { id, index, ownNetwork, links, prefix, random }: ReaderContext,
): Visit[] {
  if (plan.share !== undefined && !random.chance(plan.share)) return [];
  let at = SENT.getTime() + drawFrom(random, plan.at) + (plan.step ? index * milliseconds(plan.step) : 0);
  return linksOf(plan.open, links, random).map((link, position): Visit => {
    if (position > 0) at += drawFrom(random, plan.gap ?? '1s');
    const network = plan.network ? prefix + plan.network.replace('#', String(id)) : ownNetwork;
    return {
      reader_id: id,
      promotion_id: typeof link === 'number' ? link : null,
      hidden: typeof link === 'number' ? null : link,
      at: new Date(Math.round(at)),
      network,
      subnet: group.subnet && !plan.network ? prefix + group.subnet : `around ${network}`,
      prefix48: group.site && !plan.network ? prefix + group.site : null,
      by: plan.by ?? group.by,
      method: plan.method ?? 'GET',
      headers: { ...BROWSER, ...plan.headers },
    };
  });
}

/** Returns the opened links. Our promotion's link is in the middle of the email. */
function linksOf(open: VisitPlan['open'], links: number, random: Random): (number | 'top' | 'bottom')[] {
  const others = Array.from({ length: links - 1 }, (_, index) => index + 2);
  const all = others.toSpliced(links >> 1, 0, OURS);
  if (open === 'ours') return [OURS];
  if (open === 'hidden top') return ['top'];
  if (open === 'hidden bottom') return ['bottom'];
  if (open === 'all') return all;
  if (open === 'everything') return ['top', ...all, 'bottom'];
  const chosen = new Set([OURS, ...random.shuffle(others).slice(0, open - 1)]);
  return all.filter((link) => chosen.has(link));
}
