import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('reserves names that end in _total for counters, as Prometheus requires', async () => {
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  expect(metrics.length).toBeGreaterThan(20);
  expect(metrics.filter(({ name, type }) => name.endsWith('_total') && String(type) !== 'counter')).toEqual([]);
});
