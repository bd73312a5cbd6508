/**
 * Kills one of four processes (three web processes and a worker) every few seconds while slots are booked, links are
 * followed, and promotions are charged. Nothing is booked twice, no redirected click is lost, and our records match
 * Stripe's.
 */

import { withTrialDatabase } from '../cluster.ts';
import { compareClicks } from './clicks-kills.ts';
import { seededInt } from './kills.ts';
import { type ScaledCluster, withScaledCluster } from './processes-cluster.ts';
import { bookSlots, chargeConcurrently, followLinks } from './processes-load.ts';
import { dropGuards } from './slots-race.ts';
import { controlResult, verdict } from './verdict.ts';

const CONTROL_MINUTES = 1;

export const trials = [{ id: 'kills', size: 10, run }];

/** `size` is in minutes. The control's database lacks the guards against booking a slot twice. */
async function run(size: number, seed: number) {
  const { violations, notes } = await onScaledCluster((cluster) => runUnderKills(cluster, { minutes: size, seed }));
  const control = await onScaledCluster(async (cluster) => {
    await dropGuards(cluster.pool);
    return runUnderKills(cluster, { minutes: CONTROL_MINUTES, seed });
  });
  const isRed = control.violations.some((text) => /^(top spot|slots)/.test(text));
  return verdict(size, violations, controlResult(isRed), notes);
}

const onScaledCluster = <T>(work: (cluster: ScaledCluster) => Promise<T>) =>
  withTrialDatabase(({ databaseUrl }) => withScaledCluster(databaseUrl, work), { max_connections: '200' });

type Trial = { minutes: number; seed: number };

async function runUnderKills(cluster: ScaledCluster, { minutes, seed }: Trial) {
  const end = performance.now() + minutes * 60_000;
  const isOver = () => performance.now() > end;
  const clicks = await followLinks(cluster, isOver);
  const [kills, booked, charged, { redirected, violations: badLinks }] = await Promise.all([
    killUntil(cluster, isOver, seed),
    bookSlots(cluster, isOver, seed),
    chargeConcurrently(cluster, isOver),
    clicks.done,
  ]);
  const { stored, violations } = await compareClicks(cluster.pool, redirected);
  return {
    violations: [...booked.violations, ...(await charged.violations()), ...badLinks, ...violations],
    notes: `${kills} kills; ${booked.attempts} attempts to book; ${charged.count} promotions to charge; ${redirected.size} clicks redirected, ${stored} stored`,
  };
}

async function killUntil(cluster: ScaledCluster, isOver: () => boolean, seed: number) {
  const roll = seededInt(seed);
  let kills = 0;
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, 500 + roll(2_500)));
    await cluster.killAndRestart(roll(cluster.processes.length));
    kills++;
  }
  return kills;
}
