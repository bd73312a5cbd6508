import { type ComponentType, lazy } from 'react';
import { loadChunk } from './load-chunk.ts';

/**
 * A part of a page whose script comes by itself, to be put into a Suspense. When it does not come, `failed` stands in its place
 * and the page stays, with what was typed there.
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
