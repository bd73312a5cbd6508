/**
 * Labeled crowd: the rules must exclude at least 99% of clicks by programs, and bill exactly one click for at least 99%
 * of the pairs of a person and a promotion that they clicked.
 */
import { type Click, classifyClicks, type ReaderFacts } from '#server/clicks/classify.ts';
import { seededRandom } from '#server/platform/random.ts';
import { type ControlResult, controlResult } from './verdict.ts';

const SENT_AT_MS = Date.parse('2026-12-03T18:00:00.000Z');
const WINDOW_ENDS_AT = new Date('2026-12-06T18:00:00.000Z');
const MIN_SHARE = 0.99;

type Crowd = { clicks: Click[]; programClickIds: ReadonlySet<bigint>; readers: ReadonlyMap<number, ReaderFacts> };
type CrowdResult = {
  program_clicks: number;
  excluded: number;
  /** Number of pairs of a person and a promotion that they clicked. */
  pairs: number;
  billed: number;
  violations: string[];
};

/** `size` is the number of clicks. */
export const crowdTrial = (size: number, seed: number) => judge(labeledCrowd(size, seed));

/** Runs the control: the same clicks without signs of programs (user agents, bursts, hidden links). It must be red. */
export function crowdWithoutEvidence(size: number, seed: number): ControlResult {
  const crowd = labeledCrowd(size, seed);
  const withoutEvidence = (click: Click, index: number): Click => ({
    ...click,
    ua_class: 'person',
    clicked_at: new Date(SENT_AT_MS + (index / size) * (WINDOW_ENDS_AT.getTime() - SENT_AT_MS)),
  });
  const clicks = crowd.clicks.filter(({ promotion_id }) => promotion_id !== null).map(withoutEvidence);
  return controlResult(judge({ ...crowd, clicks }).violations.length > 0);
}

function judge({ clicks, programClickIds, readers }: Crowd): CrowdResult {
  const promotionIds = new Set(clicks.map(({ promotion_id }) => promotion_id).filter((id) => id !== null));
  const billable = new Set(
    [...promotionIds]
      .flatMap((promotion_id) => classifyClicks(clicks, { promotion_id, window_ends_at: WINDOW_ENDS_AT, readers }))
      .filter((verdict) => verdict.billable)
      .map(({ id }) => id),
  );
  const programClicks = clicks.filter(({ id, promotion_id }) => programClickIds.has(id) && promotion_id !== null);
  /** The clicks of each person on each promotion. */
  const clicksByPair = [
    ...Map.groupBy(
      clicks.filter(({ id }) => !programClickIds.has(id)),
      ({ reader_id, promotion_id }) => `${reader_id} ${promotion_id}`,
    ).values(),
  ];
  const excluded = programClicks.filter(({ id }) => !billable.has(id)).length;
  // Each person's clicks on a promotion are billed once.
  const billed = clicksByPair.filter(
    (clicksOfPair) => clicksOfPair.filter(({ id }) => billable.has(id)).length === 1,
  ).length;
  const violations = [
    ...(excluded >= MIN_SHARE * programClicks.length
      ? []
      : [`only ${excluded} of ${programClicks.length} clicks by programs were excluded`]),
    ...(billed >= MIN_SHARE * clicksByPair.length
      ? []
      : [`only ${billed} of ${clicksByPair.length} pairs of a person and a promotion were billed once`]),
  ];
  return { program_clicks: programClicks.length, excluded, pairs: clicksByPair.length, billed, violations };
}

/**
 * Generates readers of one newsletter, each with an email of 2 to 30 links and one kind of history. One history in 400
 * can't be classified.
 */
function labeledCrowd(size: number, seed: number): Crowd {
  const next = seededRandom(seed).fraction;
  const between = (low: number, high: number) => low + next() * (high - low);
  const integerBetween = (low: number, high: number) => Math.floor(between(low, high + 1));
  const clicks: Click[] = [];
  const programClickIds = new Set<bigint>();
  const readers = new Map<number, ReaderFacts>();

  /**
   * Adds a click `seconds` after the send. `link` is null for the hidden link. One or two links lead to each promotion.
   */
  const add = (
    reader_id: number,
    link: number | null,
    seconds: number,
    actor: 'person' | 'program',
    ua_class: Click['ua_class'] = 'person',
  ) => {
    const id = clicks.length + 1;
    const target =
      link === null
        ? { promotion_id: null, store: null }
        : { promotion_id: 1 + (link >> 1), store: link % 2 ? 'kobo' : 'amazon' };
    const clicked_at = new Date(SENT_AT_MS + Math.round(seconds * 1000));
    const network = { network: `home of ${reader_id}`, subnet: null, prefix48: null };
    clicks.push({ id: BigInt(id), reader_id, source: 'newsletter', clicked_at, ua_class, ...network, ...target });
    if (actor === 'program') programClickIds.add(BigInt(id));
  };
  /** Opens a few links one after another, with time to read each page; sometimes double-clicks. */
  const read = (reader: number, links: number, from: number) => {
    let at = from;
    for (let n = integerBetween(1, Math.min(4, links)); n > 0; n--) {
      const link = integerBetween(0, links - 1);
      add(reader, link, at, 'person');
      if (next() < 0.1) add(reader, link, at + between(0.2, 1.5), 'person');
      at += between(8, 400);
    }
  };
  /** Follows every link, 90 ms apart. With `hidden`, also follows the hidden link. */
  const scan = (
    reader: number,
    links: number,
    from: number,
    { hidden = false, ua = 'person' as Click['ua_class'] } = {},
  ) => {
    for (let link = 0; link < links; link++) add(reader, link, from + link * 0.09, 'program', ua);
    if (hidden) add(reader, null, from + between(0, 3), 'program', ua);
  };
  const histories: [number, (reader: number, links: number) => void][] = [
    [0.76, (reader, links) => read(reader, links, between(30, 200_000))],
    [0.06, (reader, links) => scan(reader, links, between(1, 60))],
    [0.04, (reader, links) => scan(reader, links, between(1, 60), { hidden: true })],
    [0.03, (reader, links) => scan(reader, links, between(1, 60), { ua: 'bot' })],
    [0.02, (reader, links) => scan(reader, links, between(1, 60), { ua: 'head' })],
    [0.02, (reader, links) => add(reader, integerBetween(0, links - 1), between(1, 60), 'program', 'prefetch')],
    // A slow program that the hidden link reveals.
    [
      0.01,
      (reader, links) => {
        const at = between(1, 60);
        add(reader, integerBetween(0, links - 1), at, 'program');
        add(reader, null, at + between(-50, 50), 'program');
      },
    ],
    // An email gateway scans the links first, and the reader clicks later.
    [
      0.0575,
      (reader, links) => {
        scan(reader, links, between(1, 30));
        read(reader, links, between(120, 100_000));
      },
    ],
    // Not classifiable: a single click by a program, and a person who opens a link of every promotion within 3 seconds.
    [0.00125, (reader, links) => add(reader, integerBetween(0, links - 1), between(1, 60), 'program')],
    [
      0.00125,
      (reader, links) => {
        for (let link = 0; link < links; link += 2) add(reader, link, 500 + link * 0.1, 'person');
      },
    ],
  ];
  const pickHistory = (fraction: number) => {
    let sum = 0;
    for (const [share, history] of histories) {
      sum += share;
      if (fraction < sum) return history;
    }
    return histories[0]![1];
  };
  for (let reader = 1; clicks.length < size; reader++) {
    const links = integerBetween(2, 30);
    readers.set(reader, {
      confirmed_at: null,
      is_imported: false,
      mailbox: null,
      owned_domain: null,
      is_alias: false,
      earlier: { newsletters: 0, days: 0, networks: [] },
      is_partner: false,
      is_staff: false,
    });
    pickHistory(next())(reader, links);
  }
  return { clicks, programClickIds, readers };
}
