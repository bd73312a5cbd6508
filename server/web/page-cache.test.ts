import { expect, it, vi } from 'vitest';
import { createPageCache } from './page-cache.ts';

function setUp(max = 10) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') };
  const pageFor = createPageCache<{ status: number }>({
    ttlMs: 30_000,
    max,
    now: () => clock.now,
    keep: ({ status }) => status === 200,
  });
  return { pageFor, clock };
}

it('makes a page once while many ask for it', async () => {
  const { pageFor } = setUp();
  let finish: (page: { status: number }) => void = () => undefined;
  const make = vi.fn(() => new Promise<{ status: number }>((resolve) => (finish = resolve)));
  const asked = Array.from({ length: 50 }, () => pageFor('/', make));
  finish({ status: 200 });
  expect(new Set(await Promise.all(asked)).size).toBe(1);
  expect(make).toHaveBeenCalledOnce();
});

it('keeps a page for 30 seconds and no longer', async () => {
  const { pageFor, clock } = setUp();
  const make = vi.fn(async () => ({ status: 200 }));
  await pageFor('/', make);
  clock.now = new Date('2026-11-21T10:00:29.999Z');
  await pageFor('/', make);
  expect(make).toHaveBeenCalledTimes(1);
  clock.now = new Date('2026-11-21T10:00:30Z');
  await pageFor('/', make);
  expect(make).toHaveBeenCalledTimes(2);
});

it('does not keep a page that is not found, nor a failure', async () => {
  const { pageFor } = setUp();
  const missing = vi.fn(async () => ({ status: 404 }));
  await pageFor('/x', missing);
  await pageFor('/x', missing);
  expect(missing).toHaveBeenCalledTimes(2);
  await expect(pageFor('/y', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await pageFor('/y', async () => ({ status: 200 }))).toEqual({ status: 200 });
});

it('drops the oldest when it is full', async () => {
  const { pageFor } = setUp(2);
  const make = vi.fn(async () => ({ status: 200 }));
  for (const key of ['/1', '/2', '/3']) await pageFor(key, make);
  await pageFor('/3', make);
  expect(make).toHaveBeenCalledTimes(3);
  await pageFor('/1', make);
  expect(make).toHaveBeenCalledTimes(4);
});
