import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import type { Decided } from './use-decisions.ts';

/** As long as a decision can be taken back. */
const HOLD_MS = 6_000;

/**
 * Holds the last decision back for a moment, so that it can be taken back before anybody gets mail about it. The next
 * decision, leaving the page and logging out send it at once.
 */
export function useHeld(send: (decided: Decided) => Promise<unknown>) {
  const session = useSessionStore();
  const [held, setHeld] = useState<Decided | null>(null);
  const waiting = useRef<Decided | null>(null);
  const put = (decided: Decided | null) => {
    waiting.current = decided;
    setHeld(decided);
  };
  const flush = useEffectEvent(() => {
    const decided = waiting.current;
    put(null);
    return decided ? send(decided) : null;
  });

  useEffect(() => {
    if (!held) return;
    const timer = setTimeout(() => void flush(), HOLD_MS);
    return () => clearTimeout(timer);
  }, [held]);
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
    hold(decided: Decided) {
      const before = waiting.current;
      put(decided);
      if (before) void send(before);
    },
    /** Answers what is taken back. */
    takeBack() {
      const decided = waiting.current;
      put(null);
      return decided;
    },
  };
}
