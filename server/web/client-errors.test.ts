import express from 'express';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { createClientErrors } from './client-errors.ts';

it('hears sixty reports of an address in an hour, and answers all', async () => {
  const logged: object[] = [];
  const app = express().use('/client_errors', createClientErrors({ warn: (fields) => logged.push(fields) }, null));
  const report = { error_id: 'abc123', message: 'Nothing is there.', stack: null, path: '/books' };
  for (let i = 0; i < 62; i++) await supertest(app).post('/client_errors').send(report).expect(204);
  expect(logged).toHaveLength(60);
  expect(logged[0]).toEqual({ client_error: report });
});
