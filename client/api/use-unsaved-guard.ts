import { useEffect, useRef } from 'react';
import { useBlocker } from '#client/app/router.ts';
import { anyUnsaved, mayLeave, watchForm } from './unsaved.ts';

/** A form tells here whether it holds changes that are not saved. */
export function useUnsavedGuard(isUnsaved: () => boolean) {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => watchForm(() => latest.current()), []);
}

/** The state of a navigation that changes the address and leaves what is on the page, such as another page of a list on it. */
export const KEEPS_FORMS = 'keeps forms';
/** `?id=5` may be another form than `?id=6`. */
const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/** Asks before unsaved changes are left, inside the site and when the tab is closed. Once per page: the router takes one blocker. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      addressOf(currentLocation) !== addressOf(nextLocation) && nextLocation.state !== KEEPS_FORMS && anyUnsaved(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (mayLeave()) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (anyUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, []);

  return null;
}
