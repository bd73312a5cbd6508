/** Database restarts in a small run; `npm run faults -- restart` makes fifty, and reports the slowest recovery. */
import { expect, it } from 'vitest';
import { NON_DURABLE, writeOverRestarts } from './restart.ts';

const SEED = 20261121;

it('loses no acknowledged write when the database stops abruptly', { timeout: 300_000 }, async () => {
  const { acknowledged, lost, unexpected } = await writeOverRestarts({ restarts: 2, seed: SEED });
  expect({ lost, unexpected }).toEqual({ lost: [], unexpected: [] });
  expect(acknowledged).toBeGreaterThan(10);
});

it('loses writes if the database acknowledges before it writes (control)', {
  timeout: 300_000,
}, async () => {
  const { lost } = await writeOverRestarts({ restarts: 1, seed: SEED, settings: NON_DURABLE });
  expect(lost.length).toBeGreaterThan(0);
});
