import { useEffect, useState } from 'react';
import { useShell } from './shell.ts';

/**
 * Counts down to an instant by the server's clock, because the browser's may be wrong. Screen readers don't announce
 * it.
 */
export function Countdown({ until }: { until: string }) {
  const msLeft = useMsLeft(until);
  return (
    <span role="timer" aria-live="off" suppressHydrationWarning>
      {formatDuration(msLeft)}
    </span>
  );
}

/**
 * The milliseconds until an instant, by the server's `now` and the time since, measured with the browser's monotonic
 * clock.
 */
export function useMsLeft(until: string) {
  const { now, received_at = 0 } = useShell();
  const [at, setAt] = useState(0);
  useEffect(() => {
    const tick = () => setAt(performance.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return msLeftAt(at, { until, now, received_at });
}

/** The milliseconds left at the last tick, `at`, or at `now` if it arrived later. */
export const msLeftAt = (
  at: number,
  { until, now, received_at }: { until: string; now: string; received_at: number },
) => Math.max(0, Date.parse(until) - Date.parse(now) - Math.max(0, at - received_at));

/** 93784000 → '1 d 02:03:04'. */
export function formatDuration(ms: number) {
  const seconds = Math.floor(ms / 1000);
  const padded = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const clock = `${padded(Math.floor(seconds / 3600) % 24)}:${padded(Math.floor(seconds / 60) % 60)}:${padded(seconds % 60)}`;
  return days > 0 ? `${days} d ${clock}` : clock;
}
