import { expect, it } from 'vitest';
import { OPERATIONS } from '#shared/api/operations.ts';
import { inCallOrder } from './run.ts';

it('ends the callers’ own sessions last', () => {
  const last = inCallOrder(OPERATIONS)
    .slice(-4)
    .map(({ method, path }) => `${method} ${path}`);
  expect(last.sort()).toEqual([
    'delete /api/v1/partner-auth/sessions',
    'delete /api/v1/partner-auth/sessions/{id}',
    'delete /api/v1/user-auth/sessions',
    'delete /api/v1/user-auth/sessions/{id}',
  ]);
});
