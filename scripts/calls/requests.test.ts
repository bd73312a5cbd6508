import { expect, it } from 'vitest';
import { OPERATIONS } from '#shared/api/operations.ts';
import { operationsWithoutRecords } from './requests.ts';

it('names each operation without a record and the missing parameter, and says how to add a record', () => {
  const missing = operationsWithoutRecords({ ids: new Map([['/api/v1/books', [1]]]), others: new Map(), names: {} });
  expect(OPERATIONS.filter(({ path }) => path === '/api/v1/books/{id}').some((one) => missing.has(one))).toBe(false);
  const how = 'add one to the demo data (prisma/seed), or name one in scripts/calls/temporary-server.ts';
  const reasons = [...missing.values()];
  expect(reasons).toContain(`DELETE /api/v1/authors/{id}: no record for {id}; ${how}`);
  expect(reasons).toContain(`GET /api/v1/readers/{uuid}: no record for {uuid}; ${how}`);
});
