/** 1 → "1 click", 210 → "210 clicks". */
export const formatCount = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** A time to wait in whole seconds, rounded up: '1 second', '119 seconds', '57 minutes', '24 hours'. */
export function waitText(seconds: number): string {
  if (seconds < 120) return formatCount(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? formatCount(minutes, 'minute') : formatCount(Math.ceil(minutes / 60), 'hour');
}
