import { type ComponentType, lazy } from 'react';
import { loadChunk } from './load-chunk.ts';

/**
 * A part of a page with a script of its own, to be put into a Suspense. If the script doesn't load, `failed` takes its place, and
 * the page keeps what was typed there.
 */
export const lazyPart = <Props extends object>(
  chunk: string,
  load: () => Promise<ComponentType<Props>>,
  failed: ComponentType<Props> = NotLoaded,
) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await loadChunk(chunk, load) };
    } catch {
      return { default: failed };
    }
  });

const NotLoaded = () => <p role="alert">This part didn’t load. Reload the page to see it.</p>;
