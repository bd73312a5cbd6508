/** Server-sent events out of a text that comes in chunks of any size. */
export type SentEvent = { event: string; data: string };

/** Feed it what comes; it answers the events that are complete. */
export function createEventParser() {
  let rest = '';
  return (chunk: string): SentEvent[] => {
    rest += chunk;
    const frames = rest.split('\n\n');
    rest = frames.pop() ?? '';
    return frames.flatMap((frame) => eventOf(frame) ?? []);
  };
}

function eventOf(frame: string): SentEvent | null {
  const lines = frame.split('\n');
  const partOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  const data = partOf('data').join('\n');
  return data ? { event: partOf('event')[0] ?? 'message', data } : null;
}
