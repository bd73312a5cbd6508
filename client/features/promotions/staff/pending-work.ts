import { flushSync } from 'react-dom';

/** An editor's next action, which must find the queue as the last one left it. */
const NEXT_ACTIONS = ['keydown', 'pointerdown', 'click', 'visibilitychange', 'pagehide'] as const;

/**
 * Work that waits until the browser has painted the answer to a key. The next action, and leaving the page, do it
 * earlier.
 */
export function createPendingWork() {
  let pending: (() => void) | null = null;
  function finish() {
    const work = pending;
    pending = null;
    if (work) flushSync(work);
  }
  return {
    add(work: () => void) {
      finish();
      pending = work;
      requestAnimationFrame(() => setTimeout(() => pending === work && finish()));
    },
    /** Returns a function that stops it, after the pending work. */
    start() {
      for (const name of NEXT_ACTIONS) addEventListener(name, finish, { capture: true });
      return () => {
        finish();
        for (const name of NEXT_ACTIONS) removeEventListener(name, finish, { capture: true });
      };
    },
  };
}
