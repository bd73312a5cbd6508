import { useEffect, useRef } from 'react';
import { useBlocker } from '#client/app/router.ts';
import { anyUnsaved, confirmLeave, watchForm } from './unsaved.ts';

/** Registers a form's check for unsaved changes. */
export function useUnsavedGuard(isUnsaved: () => boolean) {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => watchForm(() => latest.current()), []);
}

/** The state of a navigation that changes the address but keeps the page's forms, such as another page of a list. */
export const SKIP_UNSAVED_PROMPT = 'keeps forms';
/** `?id=5` and `?id=6` may be different forms. */
const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/** Asks before unsaved changes are left, inside the site and when the tab is closed. The router accepts one blocker per page. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      addressOf(currentLocation) !== addressOf(nextLocation) &&
      nextLocation.state !== SKIP_UNSAVED_PROMPT &&
      anyUnsaved(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (confirmLeave()) blocker.proceed();
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
