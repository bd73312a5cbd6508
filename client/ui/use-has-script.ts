import { useSyncExternalStore } from 'react';

/** False on the server and during hydration, then true. */
export const useHasScript = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
