import { useEffect, useRef } from 'react';
import { useBlocker } from '#client/router.ts';

const QUESTION = 'Your changes are not saved yet. Leave this page without them?';

/** The forms of the page; each is asked at the moment of leaving. */
const forms = new Set<() => boolean>();
const anyUnsaved = () => [...forms].some((isUnsaved) => isUnsaved());

/** A form tells here whether it holds changes that are not saved. */
export function useUnsavedGuard(isUnsaved: () => boolean) {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => {
    const ask = () => latest.current();
    forms.add(ask);
    return () => void forms.delete(ask);
  }, []);
}

/** For ways out that take the page away before the router hears of it. True when nothing would be lost, or may be. */
export function mayLeave(): boolean {
  const may = !anyUnsaved() || window.confirm(QUESTION);
  // Not to be asked twice.
  if (may) forms.clear();
  return may;
}

/** Asks before unsaved changes are left, inside the site and when the tab is closed. Once per page: the router takes one blocker. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && anyUnsaved(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(QUESTION)) blocker.proceed();
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
