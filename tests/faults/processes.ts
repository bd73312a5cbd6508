/**
 * Promise K1: three web processes and a worker, one of which is killed every few seconds, while people book places, follow links
 * and are charged. Nothing is booked twice, no answered click is lost, and the books say what Stripe says.
 */
import { compare } from './clicks-kills.ts';
import { dice } from './kills.ts';
import { onOwnDatabase } from './own-database.ts';
import { type House, killSomebody, withHouse } from './processes-house.ts';
import { bookPlaces, chargePeople, followLinks } from './processes-load.ts';
import { forgetGuards } from './slots-race.ts';

const CONTROL_MINUTES = 1;

export const promises = [{ id: 'K1', size: 10, run }];

/** `size`: minutes. The control's database has lost the guards of its slots. */
async function run(size: number, seed: number) {
  const { violations, notes } = await onHouse((house) => underKills(house, { minutes: size, seed }));
  for (const violation of violations.slice(0, 20)) console.error(violation);
  const control = await onHouse(async (house) => {
    await forgetGuards(house.pool);
    return underKills(house, { minutes: CONTROL_MINUTES, seed });
  });
  const isRed = control.violations.some((text) => /^(top place|places)/.test(text));
  return { n: size, violations: violations.length, control: (isRed ? 'red' : 'green') as 'red' | 'green', notes };
}

const onHouse = <T>(work: (house: House) => Promise<T>) =>
  onOwnDatabase(({ databaseUrl }) => withHouse(databaseUrl, work), { max_connections: '200' });

type Trial = { minutes: number; seed: number };

async function underKills(house: House, { minutes, seed }: Trial) {
  const end = performance.now() + minutes * 60_000;
  const isOver = () => performance.now() > end;
  const clicks = await followLinks(house, isOver);
  const [killed, booked, charged, answered] = await Promise.all([
    killUntil(house, isOver, seed),
    bookPlaces(house, isOver, seed),
    chargePeople(house, isOver),
    clicks.answered,
  ]);
  const { stored, violations } = await compare(house.pool, answered);
  return {
    violations: [...booked.violations, ...(await charged.violations()), ...violations],
    notes: `${killed} kills; ${booked.attempts} attempts to book; ${charged.count} charges; ${answered.size} clicks answered, ${stored} stored`,
  };
}

async function killUntil(house: House, isOver: () => boolean, seed: number) {
  const roll = dice(seed);
  let kills = 0;
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, 500 + roll(2_500)));
    await killSomebody(house, roll);
    kills++;
  }
  return kills;
}
