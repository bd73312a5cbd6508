import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { SECOND_MS } from '#shared/durations.ts';
import { readUndoSeconds, storeUndoSeconds, type UndoSeconds } from './review-keys.ts';

type PointerOrFocusEvent = { currentTarget: Element };

/**
 * Holds the last decision for the time that the editor chose, so that it can be undone before anyone gets an email
 * about it. The timer stops while Undo has the focus or the pointer, and then starts over. Holding another decision,
 * leaving the page, and logging out send the held decision right away.
 */
export function useHeldDecision<Held>(send: (held: Held) => Promise<unknown>) {
  const session = useSessionStore();
  const [staged, setStaged] = useState<Held | null>(null);
  const heldRef = useRef<Held | null>(null);
  const [isPaused, setPaused] = useState(false);
  const [hold, setHold] = useState(readUndoSeconds);
  /** By `performance.now()`; null while no timer runs. */
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const put = (decided: Held | null) => {
    heldRef.current = decided;
    setStaged(decided);
    // The previous decision's Undo button may have been removed without a blur event.
    setPaused(false);
  };
  const flush = useEffectEvent(() => {
    const decided = heldRef.current;
    put(null);
    return decided ? send(decided) : null;
  });

  useEffect(() => {
    const hold_ms = Number(hold) * SECOND_MS;
    if (!staged || isPaused || !hold_ms) return;
    const timer = setTimeout(() => void flush(), hold_ms);
    setEndsAt(performance.now() + hold_ms);
    return () => {
      clearTimeout(timer);
      setEndsAt(null);
    };
  }, [staged, isPaused, hold]);
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
    staged,
    endsAt,
    /** Sets the time, including for the decision that is held now. */
    chooseUndoSeconds(chosen: UndoSeconds) {
      storeUndoSeconds(chosen);
      setHold(chosen);
    },
    /** Props of the Undo button that stop the timer. */
    pauseHandlers: {
      onFocus: () => setPaused(true),
      onBlur: ({ currentTarget }: PointerOrFocusEvent) => setPaused(currentTarget.matches(':hover')),
      onPointerEnter: () => setPaused(true),
      onPointerLeave: ({ currentTarget }: PointerOrFocusEvent) => setPaused(currentTarget.matches(':focus')),
    },
    stage(decided: Held) {
      const before = heldRef.current;
      put(decided);
      if (before) void send(before);
    },
    /** Changes the held decision. The timer starts over, unless it's stopped. */
    replace(decided: Held) {
      heldRef.current = decided;
      setStaged(decided);
    },
    /** Cancels the held decision and returns it. */
    recallDecision() {
      const decided = heldRef.current;
      put(null);
      return decided;
    },
  };
}
