import { afterEach, expect, it, vi } from 'vitest';
import { loadChunk } from './load-chunk.ts';

afterEach(() => vi.unstubAllGlobals());

const failToLoad = () => Promise.reject(new TypeError('Failed to fetch module: https://x.test/front-end/Books-1.js'));
const messageOf = (promise: Promise<unknown>) => promise.catch((error: Error) => `${error.name}: ${error.message}`);

it('returns the loaded module', async () => {
  expect(await loadChunk('books', async () => 'screen')).toBe('screen');
});

it('reports a missing chunk', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  expect(await messageOf(loadChunk('books', failToLoad))).toBe('ChunkLoadError: Loading chunk books failed (missing)');
});

it('reports a broken chunk', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 200 }));
  expect(await messageOf(loadChunk('books', failToLoad))).toBe('ChunkLoadError: Loading chunk books failed (error)');
});

it('gives up after the timeout', async () => {
  const neverLoad = () => new Promise(() => undefined);
  expect(await messageOf(loadChunk('books', neverLoad, 5))).toBe(
    'ChunkLoadError: Loading chunk books failed (time-out)',
  );
});
