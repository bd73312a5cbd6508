import { useEffect, useState } from 'react';
import { useShell } from './shell.ts';

/** Counts down to an instant by the server's clock, because the browser's may be wrong. Silent to screen readers. */
export function Countdown({ until }: { until: string }) {
  const left = useMsLeft(until);
  return (
    <span role="timer" aria-live="off" suppressHydrationWarning>
      {duration(left)}
    </span>
  );
}

/** `now` is the server's time of the answer; the browser's clock counts from there. */
export function useMsLeft(until: string) {
  const { now, told_at = 0 } = useShell();
  const atStart = Date.parse(until) - Date.parse(now);
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const update = () => setElapsed(performance.now() - told_at);
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [told_at]);
  return Math.max(0, atStart - elapsed);
}

/** 93784000 → '1 d 02:03:04'. */
export function duration(ms: number) {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return days > 0 ? `${days} d ${clock}` : clock;
}
