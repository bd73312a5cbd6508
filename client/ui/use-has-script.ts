import { useSyncExternalStore } from 'react';

/** False in the server's markup and the first render over it. */
export const useHasScript = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
