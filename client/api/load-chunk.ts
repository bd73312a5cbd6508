import { CHUNK_LOAD_TIMEOUT_MS } from '#shared/business.ts';

type ChunkFailure = 'missing' | 'error' | 'time-out';

/** The error of a script chunk that didn't load. Its name and message are fixed by the specification. */
export class ChunkLoadError extends Error {
  readonly reason: ChunkFailure;
  constructor(chunk: string, reason: ChunkFailure) {
    super(`Loading chunk ${chunk} failed (${reason})`);
    this.name = 'ChunkLoadError';
    this.reason = reason;
  }
}

/** Loads a chunk. Throws a ChunkLoadError that names `chunk` if that fails or takes too long. */
export async function loadChunk<T>(
  chunk: string,
  load: () => Promise<T>,
  timeoutMs = CHUNK_LOAD_TIMEOUT_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'time-out')), timeoutMs);
  });
  try {
    return await Promise.race([load(), timedOut]);
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError(chunk, await reasonOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Finds out whether the chunk's file still exists: most browsers name its URL in the error, and a new release removes
 * old files.
 */
async function reasonOf(error: unknown): Promise<ChunkFailure> {
  const url = /https?:\/\/\S+/.exec(String(error))?.[0];
  if (!url) return 'error';
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return response?.status === 404 ? 'missing' : 'error';
}
