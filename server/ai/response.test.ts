import express from 'express';
import supertest from 'supertest';
import { expect, it, vi } from 'vitest';
import { unavailable } from '#server/platform/errors.ts';
import type { AiEvent } from '#shared/ai.ts';
import { sendResponse } from './response.ts';

/** Streams one event and then fails. Returns the text of the response and the logged entries. */
async function failWith(failure: Error) {
  async function* events(): AsyncGenerator<AiEvent, void> {
    yield { event: 'text', data: { option: 0, text: 'One' } };
    throw failure;
  }
  const log = { error: vi.fn() };
  const app = express().post('/api/v1/ai/title', (req, res) =>
    sendResponse({ log } as never, req, res, events(), new AbortController().signal),
  );
  const { text } = await supertest(app).post('/api/v1/ai/title').expect(200);
  return { text, logged: log.error.mock.calls };
}

it('logs an unexpected error after the stream has begun, without showing it', async () => {
  const failure = new Error('no such column');
  const { text, logged } = await failWith(failure);
  expect(text).toMatch(/^event: text\n.*\n\nevent: error\ndata: \{"errors":\{"base":\["Something went wrong/);
  expect(text).not.toContain('no such column');
  expect(logged).toEqual([[{ err: failure, path: '/api/v1/ai/title' }, 'request failed']]);
});

it('doesn’t log an error that the response names', async () => {
  const { text, logged } = await failWith(unavailable('The AI service stopped midway.'));
  expect(text).toContain('The AI service stopped midway.');
  expect(logged).toEqual([]);
});
