// See docs/decisions/0017-degrade-when-a-script-is-missing.md.
import { type ComponentType, lazy } from 'react';
import { loadChunk } from './load-chunk.ts';

/**
 * A part of a page whose script loads separately, for use inside a Suspense. If the script doesn't load, `Fallback` is
 * shown instead, and text typed elsewhere on the page isn't lost.
 */
export const lazyPart = <Props extends object>(
  chunk: string,
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = NotLoaded,
) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await loadChunk(chunk, load) };
    } catch {
      return { default: Fallback };
    }
  });

const NotLoaded = () => <p role="alert">This part didn’t load. Reload the page.</p>;
