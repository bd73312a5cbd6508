/** Slot fault tests: no slot is booked twice, and a released slot is free within five seconds. */
import { type Cluster, withCluster, withTrialDatabase } from '../cluster.ts';
import { raceForSlots, raceWithoutGuard } from './slots-race.ts';
import { slotReleaseTrial, slotReleaseWithoutGuard } from './slots-release.ts';
import { verdict } from './verdict.ts';

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
const PROCESSES = 3;
const CONTROL = { attempts: 600, sequences: 16 };

export const trials = [
  { id: 'booked once', size: 10_000, run: runRace },
  { id: 'released slots', size: 2_000, run: runReleases },
];

const withServers = <T>(work: (cluster: Cluster) => Promise<T>) =>
  withTrialDatabase(
    ({ databaseUrl }) =>
      withCluster(databaseUrl, async (cluster) => {
        for (let i = 0; i < PROCESSES; i++) cluster.servers.push(await cluster.start());
        const result = await work(cluster);
        for (const { process: child, output } of cluster.servers)
          if (child.exitCode !== null || child.signalCode !== null)
            throw new Error(`a server has exited:\n${output()}`);
        return result;
      }),
    FAST,
  );

/** `size` is the number of attempts to book one of 25 top spots, or a slot on one of 25 category days. */
async function runRace(size: number, seed: number) {
  const { violations, statuses } = await withServers((cluster) => raceForSlots(cluster, { attempts: size, seed }));
  const control = await withServers((cluster) => raceWithoutGuard(cluster, { attempts: CONTROL.attempts, seed }));
  return verdict(size, violations, control, JSON.stringify(statuses));
}

/** `size` is the number of sequences of booking and releasing a slot. */
async function runReleases(size: number, seed: number) {
  const { violations, releases, slowestMs } = await withServers((cluster) =>
    slotReleaseTrial(cluster, { sequences: size, seed }),
  );
  const control = await withServers((cluster) =>
    slotReleaseWithoutGuard(cluster, { sequences: CONTROL.sequences, seed }),
  );
  return verdict(size, violations, control, `slowest ${Math.round(slowestMs)} ms; ${JSON.stringify(releases)}`);
}
