/** Parts of the failover trial that need no cluster; `npm run faults -- failover` kills the primary of a real one. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { unmetRequirement } from './failover.ts';
import { isComplete, type Member } from './failover-cluster.ts';
import { newestPostgres, versionIn } from './failover-packages.ts';
import { describeTimes, type FailoverOutcome, failoverControl, failoverViolations } from './failover-verdict.ts';

it('exits with 2 and the reason if this machine lacks something, or with 1 if no trial matches', () => {
  const reason = unmetRequirement();
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/faults.ts', 'failover', '--only', 'none'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(reason ? 2 : 1);
  expect(stderr).toContain(reason ? `Not run: ${reason}.` : 'No trial of failover matches --only');
});

it('uses the newest Postgres, unless it is too old', () => {
  expect(newestPostgres([])).toBeNull();
  expect(newestPostgres(['15', '16'])).toBeNull();
  expect(newestPostgres(['15', '17', 'README'])).toBe('/usr/lib/postgresql/17/bin');
  expect(newestPostgres(['9', '17', '18'])).toBe('/usr/lib/postgresql/18/bin');
});

it('reads the version number in the output of each program', () => {
  expect(versionIn('postgres (PostgreSQL) 17.12 (Debian 17.12-0+deb13u1)')).toBe('17.12');
  expect(versionIn('patroni 4.0.7\n')).toBe('4.0.7');
  expect(versionIn('etcd Version: 3.5.16\nGit SHA: Not provided\nGo Version: go1.24.4\n')).toBe('3.5.16');
  expect(versionIn('HAProxy version 3.0.11-1+deb13u4 2026/10/15 - https://haproxy.org/\n')).toBe('3.0.11');
});

it('counts a cluster as complete if it has a primary and two standbys that receive its changes', () => {
  const leader = { name: 'postgres-1', role: 'leader', state: 'running' };
  const standby = (name: string, role: string, state = 'streaming'): Member => ({ name, role, state });
  const synchronous = standby('postgres-2', 'sync_standby');
  expect(isComplete([leader, synchronous, standby('postgres-3', 'replica')])).toBe(true);
  expect(isComplete([leader, synchronous])).toBe(false);
  expect(isComplete([leader, synchronous, standby('postgres-3', 'replica', 'starting')])).toBe(false);
  expect(isComplete([synchronous, standby('postgres-1', 'replica'), standby('postgres-3', 'replica')])).toBe(false);
});

const INTACT: FailoverOutcome = {
  bookings: 100,
  lostBookings: 0,
  clicks: [],
  payments: [],
  unexpected: [],
  emails: { duplicates: 0, missing: 0, falselyAccepted: 0, uncertain: 32 },
  outages: [18_000, 30_000],
  rejoins: [60_000, 45_000],
};

it('accepts 16 uncertain emails per failover, and a first write 30 seconds after the kill', () => {
  expect(failoverViolations(INTACT)).toEqual([]);
});

it.each([
  [{ lostBookings: 2 }, '2 acknowledged bookings are lost'],
  [{ clicks: ['3 redirected clicks are lost'] }, '3 redirected clicks are lost'],
  [{ payments: ['promotion 7, Stripe: 2000, not 1000'] }, 'promotion 7, Stripe: 2000, not 1000'],
  [{ unexpected: ['500 {}'] }, 'a booking got 500 {}'],
  [{ emails: { ...INTACT.emails, duplicates: 1 } }, '1 readers got the newsletter twice'],
  [{ emails: { ...INTACT.emails, missing: 1 } }, '1 readers got nothing and aren’t listed as uncertain'],
  [{ emails: { ...INTACT.emails, falselyAccepted: 1 } }, '1 emails are recorded as accepted but never arrived'],
  [{ emails: { ...INTACT.emails, uncertain: 33 } }, '33 uncertain emails after 2 failovers'],
  [{ outages: [18_000, 30_100] }, 'the first write was acknowledged 30.1 seconds after the kill'],
])('finds the violation in %o', (change, violation) => {
  expect(failoverViolations({ ...INTACT, ...change })).toEqual([violation]);
});

it('needs a lost booking in the control', () => {
  expect([failoverControl({ lostBookings: 1 }), failoverControl({ lostBookings: 0 })]).toEqual(['red', 'green']);
});

it('describes times by their range and median', () => {
  expect(describeTimes([20_100, 18_000, 24_500])).toBe('18.0 to 24.5, median 20.1');
});
