/** Runs the click rules over scenarios, and compares the billed clicks with those that people made. */

import { seededRandom } from '#server/platform/random.ts';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { crowdTrial } from '../faults/clicks-crowd.ts';
import { judgeWorld } from './judge.ts';
import {
  generateWorld,
  readScenarios,
  type Scenario,
  type ScenarioKind,
  WINDOW_ENDS_AT,
  type World,
} from './scenario.ts';
import firstVersion from './version-1.json' with { type: 'json' };
import fourthVersion from './version-4.json' with { type: 'json' };

/** `wanted` counts pairs of reader and promotion that a person clicked within 72 hours; each should be billed once. */
export type Score = { wanted: number; billed: number; right: number; drained_cents: number; targeted?: Share };
/** Clicks by people whom an attack makes look suspicious. */
type Share = { wanted: number; right: number };
export type Row = { id: string; title: string; kind: ScenarioKind | 'mix' | 'crowd' } & Score;

const SEED = 20261203;
const MIXES = 24;
const CROWD_CLICKS = 50_000;

/** Scenarios of earlier versions of the rules. Their mixes stay the same when scenarios are added. */
const FIRST_SCENARIOS = new Set(Object.keys(firstVersion));
const WIDE_SCENARIOS = new Set(Object.keys(fourthVersion));

export const evaluate = (): Row[] => [
  ...scenarioRows(),
  ...mixRows('mix', ({ file }) => FIRST_SCENARIOS.has(idOf(file))),
  ...mixRows('wide-mix', ({ file }) => WIDE_SCENARIOS.has(idOf(file))),
  crowdRow(),
];

const idOf = (file: string) => file.replace('.json', '');

const scenarioRows = () =>
  readScenarios().map(({ file, scenario: { title, kind, ...rest } }): Row => {
    const world = generateWorld({ title, kind, ...rest }, { seed: SEED });
    return { id: idOf(file), title, kind, ...score(world) };
  });

type File = ReturnType<typeof readScenarios>[number];

/**
 * Mixes of one or two attacks with two to four scenarios of people. Each scenario of people keeps a random share of its
 * readers, at least half. A mix's usual share of newcomers is the average of its scenarios' shares, weighted by the
 * number of people who click.
 */
function mixRows(name: string, isIncluded: (file: File) => boolean): Row[] {
  const files = readScenarios().filter(isIncluded);
  const filesOfKind = (kind: ScenarioKind) => files.filter(({ scenario }) => scenario.kind === kind);
  return Array.from({ length: MIXES }, (_, index) => {
    const random = seededRandom(SEED + index);
    const pick = (kind: ScenarioKind, count: number) => random.shuffle(filesOfKind(kind)).slice(0, count);
    const chosen = [...pick('attack', random.between(1, 2)), ...pick('human', random.between(2, 4))];
    const world: World = {
      visits: [],
      readers: [],
      cost_per_click_cents: 40,
      usual_newcomer_share: 0,
      elsewhere: null,
    };
    let peopleSoFar = 0;
    for (const [part, { scenario }] of chosen.entries()) {
      const reduced = scenario.kind === 'human' ? withFewerReaders(scenario, random.fraction()) : scenario;
      const partWorld = generateWorld(reduced, {
        seed: SEED + 100 * index + part,
        firstReader: world.readers.length + 1,
        prefix: `${part} `,
      });
      world.visits.push(...partWorld.visits);
      world.readers.push(...partWorld.readers);
      const people = peopleIn(partWorld);
      world.usual_newcomer_share +=
        (partWorld.usual_newcomer_share - world.usual_newcomer_share) * (people / (people + peopleSoFar));
      peopleSoFar += people;
    }
    const title = chosen.map(({ file }) => idOf(file)).join(' + ');
    return { id: `${name}-${index + 1}`, title, kind: 'mix', ...score(world) };
  });
}

const peopleIn = ({ visits }: World) =>
  new Set(visits.filter(({ by }) => by === 'person').map(({ reader_id }) => reader_id)).size;

const withFewerReaders = (scenario: Scenario, fraction: number): Scenario => ({
  ...scenario,
  readers: scenario.readers.map((group) => ({ ...group, count: Math.ceil(group.count * (0.5 + fraction / 2)) })),
});

function crowdRow(): Row {
  const { pairs, billed, program_clicks, excluded } = crowdTrial(CROWD_CLICKS, SEED);
  return {
    id: 'crowd',
    title: `Labeled crowd of ${CROWD_CLICKS.toLocaleString('en-US')} clicks`,
    kind: 'crowd',
    wanted: pairs,
    billed: billed + program_clicks - excluded,
    right: billed,
    drained_cents: 0,
  };
}

function score(world: World): Score {
  const pairKey = (visit: { reader_id: number; promotion_id: number | null }) =>
    `${visit.reader_id} ${visit.promotion_id}`;
  const wanted = new Set(
    world.visits
      .filter(({ by, promotion_id, at }) => by === 'person' && promotion_id !== null && at <= WINDOW_ENDS_AT)
      .map(pairKey),
  );
  const unbilled = new Set(wanted);
  const wrongByPromotion = new Map<number, number>();
  const billed = judgeWorld(world);
  // Billing a pair twice is as wrong as billing a click that no person made.
  for (const visit of billed)
    if (!unbilled.delete(pairKey(visit)))
      wrongByPromotion.set(visit.promotion_id!, (wrongByPromotion.get(visit.promotion_id!) ?? 0) + 1);
  const drained = Math.max(0, ...wrongByPromotion.values()) * world.cost_per_click_cents;
  const targets = new Set(world.readers.filter(({ is_targeted }) => is_targeted).map(({ id }) => id));
  const countTargeted = (pairs: ReadonlySet<string>) =>
    [...pairs].filter((key) => targets.has(Number(key.split(' ')[0]))).length;
  return {
    wanted: wanted.size,
    billed: billed.length,
    right: wanted.size - unbilled.size,
    drained_cents: Math.min(MAX_PROMO_COST_CENTS, drained),
    ...(targets.size && {
      targeted: { wanted: countTargeted(wanted), right: countTargeted(wanted) - countTargeted(unbilled) },
    }),
  };
}

export const precisionOf = ({ right, billed }: Score) => (billed ? right / billed : null);
export const recallOf = ({ right, wanted }: Share) => (wanted ? right / wanted : null);
export const drainedOf = ({ drained_cents }: Score) => drained_cents / MAX_PROMO_COST_CENTS;
