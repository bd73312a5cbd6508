import { useCallback, useEffect, useRef, useState } from 'react';
import { after, asking, failed, NOTHING_YET, type Progress, stopped } from './progress.ts';
import { type StreamOrder, streamed } from './stream.ts';

/** One request at a time: a new one, and leaving the page, stop the one before. */
export function useStream() {
  const [progress, setProgress] = useState<Progress>(NOTHING_YET);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const ask = useCallback(async (order: Omit<StreamOrder, 'signal'>): Promise<void> => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    const update = (change: (progress: Progress) => Progress) => {
      if (current.current === own) setProgress(change);
    };
    update(asking);
    try {
      for await (const event of streamed({ ...order, signal: own.signal }))
        update((progress) => after(progress, event));
    } catch (error) {
      update((progress) => (own.signal.aborted ? stopped(progress) : failed(progress, error)));
    }
  }, []);
  const stop = useCallback(() => current.current?.abort(), []);
  return { progress, ask, stop };
}
