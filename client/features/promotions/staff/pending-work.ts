import { flushSync } from 'react-dom';

/** Events of an editor's next action, before which the pending work of the previous one must run. */
const NEXT_ACTIONS = ['keydown', 'pointerdown', 'click', 'visibilitychange', 'pagehide'] as const;

/**
 * Delays work until the browser has painted the response to an editor's action. The next action, or leaving the page,
 * runs it earlier.
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
    /** Starts to listen for the next action. Returns a function that runs the pending work and stops listening. */
    start() {
      for (const name of NEXT_ACTIONS) addEventListener(name, finish, { capture: true });
      return () => {
        finish();
        for (const name of NEXT_ACTIONS) removeEventListener(name, finish, { capture: true });
      };
    },
  };
}
