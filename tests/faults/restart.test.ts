/** A small run; `npm run faults -- restart` restarts fifty times, and reports the downtime. */
import { expect, it } from 'vitest';
import { NON_DURABLE, writeOverRestarts } from './restart.ts';

const SEED = 20261121;

it('loses nothing that it acknowledged when the database stops abruptly', { timeout: 300_000 }, async () => {
  const { acknowledged, lost, misshapen } = await writeOverRestarts({ restarts: 2, seed: SEED });
  expect({ lost, misshapen }).toEqual({ lost: [], misshapen: [] });
  expect(acknowledged).toBeGreaterThan(10);
});

it('would lose some on a database that acknowledges unwritten data (control)', {
  timeout: 300_000,
}, async () => {
  const { lost } = await writeOverRestarts({ restarts: 1, seed: SEED, settings: NON_DURABLE });
  expect(lost.length).toBeGreaterThan(0);
});
