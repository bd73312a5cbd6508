import { useEffect, useRef } from 'react';
import { useBlocker } from '#client/router.ts';

const QUESTION = 'Your changes are not saved yet. Leave this page without them?';

/** Asks before unsaved changes are left, inside the site and when the tab is closed. `isUnsaved` is asked at that moment. */
export function useUnsavedGuard(isUnsaved: () => boolean) {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && latest.current(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, []);
}
