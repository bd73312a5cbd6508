import { expect, it } from 'vitest';
import { createErrorReporter } from './client-errors.ts';

it('accepts sixty reports per network and hour', async () => {
  const loggedFields: object[] = [];
  const reportError = createErrorReporter({ warn: (fields) => loggedFields.push(fields) }, null);
  const report = { error_id: 'abc123', message: 'Nothing is there.', stack: null, path: '/books' };
  for (let i = 0; i < 62; i++) await reportError(report, '203.0.113.7');
  expect(loggedFields).toHaveLength(60);
  expect(loggedFields[0]).toEqual({ client_error: report });
  await reportError(report, '198.51.100.7');
  expect(loggedFields).toHaveLength(61);
});
