import { useLayoutEffect, useState } from 'react';
import { SECOND_MS } from '#shared/durations.ts';

/** ' in 6 s', counting down; nothing while the timer is stopped. Hidden from screen readers, which would repeat it. */
export function SecondsLeft({ until }: { until: number | null }) {
  const [now, setNow] = useState(() => performance.now());
  // Before the browser paints, so that a new deadline isn't shown with an earlier time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new deadline restarts the countdown
  useLayoutEffect(() => {
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);
  if (until === null) return null;
  return <span aria-hidden="true"> in {Math.max(1, Math.ceil((until - now) / SECOND_MS))} s</span>;
}
