// See docs/decisions/0017-degrade-when-a-script-is-missing.md.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadChunk } from './load-chunk.ts';

/** `placeholder` is rendered until the script has loaded. */
type LazyProps<Props> = Props & { placeholder?: ReactNode };

/**
 * A part of a page whose script loads separately. If it doesn't load, `Fallback` is rendered, and text typed elsewhere
 * on the page isn't lost; a `Fallback` of null throws the ChunkLoadError. React's own `lazy` would keep a placeholder
 * for at least 300 ms.
 */
export function lazyPart<Props extends object>(
  chunk: string,
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> | null = NotLoaded,
): ComponentType<LazyProps<Props>> {
  /** The loaded component, which the next use renders immediately. */
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | undefined;
  return function LazyPart({ placeholder, ...rest }: LazyProps<Props>) {
    const [Part, setPart] = useState(() => Loaded);
    const [error, setError] = useState<Error | null>(null);
    useEffect(() => {
      loading ??= loadChunk(chunk, load);
      loading.then(
        (component) => setPart(() => (Loaded = component)),
        (failure) => {
          loading = undefined;
          setError(failure);
        },
      );
    }, []);
    const props = rest as unknown as Props;
    if (Part) return <Part {...props} />;
    if (!error) return placeholder;
    if (!Fallback) throw error;
    return <Fallback {...props} />;
  };
}

const NotLoaded = () => <p role="alert">This part didn’t load. Reload the page.</p>;
