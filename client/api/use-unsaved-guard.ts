import { useEffect, useRef } from 'react';
import { useBlocker } from '#client/app/router.ts';
import { confirmDiscard, hasUnsavedChanges, registerForm } from './unsaved.ts';

/** Registers a form's check for unsaved changes while the form is on the page. `question` names what would be lost. */
export function useUnsavedGuard(isUnsaved: () => boolean, question?: string) {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => registerForm(() => latest.current(), question), [question]);
}

/** The router state of a navigation that keeps the page's forms, such as to another page of a list. */
export const SKIP_UNSAVED_PROMPT = 'keeps forms';
/** `?id=5` and `?id=6` may be different forms. */
const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/**
 * Asks before unsaved changes are lost, on navigation and when the tab closes. The router accepts one blocker per page.
 */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      addressOf(currentLocation) !== addressOf(nextLocation) &&
      // A history entry keeps this state. Going back to the entry from another screen discards the other screen's form.
      !(
        nextLocation.state === SKIP_UNSAVED_PROMPT &&
        (historyAction !== 'POP' || currentLocation.pathname === nextLocation.pathname)
      ) &&
      hasUnsavedChanges(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (confirmDiscard()) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, []);

  return null;
}
