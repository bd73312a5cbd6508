import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type Router } from 'express';
import request from 'supertest';
import { expect, it, vi } from 'vitest';
import { errorHandler } from './error-handler.ts';

const appWith = (routes: Router) => {
  const error = vi.fn();
  return {
    error,
    app: express()
      .use(routes)
      .use(errorHandler({ error } as never)),
  };
};

it('logs a response that fails after it has started, and cuts it off', async () => {
  const { app, error } = appWith(
    express.Router().get('/readers/secret/export', (_req, res) => {
      res.write('id,email\n');
      throw new Error('the database is gone');
    }),
  );
  await expect(request(app).get('/readers/secret/export')).rejects.toThrow('aborted');
  const fields = { err: expect.objectContaining({ message: 'the database is gone' }), path: '/readers/…/export' };
  expect(error.mock.calls).toEqual([[fields, 'response interrupted']]);
});

it('passes on a refusal of a static file, and logs no error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deckle-static-'));
  await writeFile(join(folder, 'kit.zip'), 'PK');
  const { app, error } = appWith(express.Router().use(express.static(folder)));
  const { status, body, headers } = await request(app).get('/kit.zip').set('Range', 'bytes=2-');
  await rm(folder, { recursive: true });
  expect([status, body.errors.base]).toEqual([416, ['We couldn’t read the request. Check its format and try again.']]);
  expect(headers['cache-control']).toBe('no-store');
  expect(error).not.toHaveBeenCalled();
});
