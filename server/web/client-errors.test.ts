import { expect, it } from 'vitest';
import { clientErrors } from './client-errors.ts';

it('accepts sixty reports per network and hour', async () => {
  const logged: object[] = [];
  const hear = clientErrors({ warn: (fields) => logged.push(fields) }, null);
  const report = { error_id: 'abc123', message: 'Nothing is there.', stack: null, path: '/books' };
  for (let i = 0; i < 62; i++) await hear(report, '203.0.113.7');
  expect(logged).toHaveLength(60);
  expect(logged[0]).toEqual({ client_error: report });
  await hear(report, '198.51.100.7');
  expect(logged).toHaveLength(61);
});
