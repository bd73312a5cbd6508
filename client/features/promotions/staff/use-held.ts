import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { isTimerOn } from './review-keys.ts';
import type { Decided } from './use-decisions.ts';

/** How long a decision can be undone. */
export const HOLD_MS = 6_000;

type On = { currentTarget: Element };

/**
 * Holds the last decision for a moment, so that it can be undone before anyone gets an email about it. The time stops while Undo
 * has the focus or the pointer. The next decision, leaving the page, and logging out send it right away.
 */
export function useHeld(send: (decided: Decided) => Promise<unknown>) {
  const session = useSessionStore();
  const [held, setHeld] = useState<Decided | null>(null);
  const waiting = useRef<Decided | null>(null);
  const [isPaused, pause] = useState(false);
  const put = (decided: Decided | null) => {
    waiting.current = decided;
    setHeld(decided);
    if (!decided) pause(false);
  };
  const flush = useEffectEvent(() => {
    const decided = waiting.current;
    put(null);
    return decided ? send(decided) : null;
  });

  useEffect(() => {
    if (!held || isPaused || !isTimerOn()) return;
    const timer = setTimeout(() => void flush(), HOLD_MS);
    return () => clearTimeout(timer);
  }, [held, isPaused]);
  useEffect(() => {
    const onLeave = () => flush();
    addEventListener('pagehide', onLeave);
    const stop = session.beforeLogOut(onLeave);
    return () => {
      removeEventListener('pagehide', onLeave);
      stop();
      void onLeave();
    };
  }, [session]);

  return {
    held,
    /** Props of the Undo button, which stop the time. */
    whileUsed: {
      onFocus: () => pause(true),
      onBlur: ({ currentTarget }: On) => pause(currentTarget.matches(':hover')),
      onPointerEnter: () => pause(true),
      onPointerLeave: ({ currentTarget }: On) => pause(currentTarget.matches(':focus')),
    },
    hold(decided: Decided) {
      const before = waiting.current;
      put(decided);
      if (before) void send(before);
    },
    /** Returns the decision that was undone. */
    takeBack() {
      const decided = waiting.current;
      put(null);
      return decided;
    },
  };
}
