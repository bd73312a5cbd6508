import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { streamEvents } from '#client/api/event-stream.ts';
import { pathWith } from '#shared/api/client.ts';
import { newslettersApi } from '#shared/api/newsletters.ts';
import type { Newsletter, NewsletterProgress } from '#shared/newsletters.ts';
import { NEWSLETTERS, progressIn } from './api.ts';

const AGAIN_MS = 3_000;

/**
 * Where the mails of a closed newsletter are, as the server tells it; null until it has. Asked anew when `loaded_at`
 * changes, since a mail in doubt may be sent again long after the others.
 */
export function useProgress(
  { id, status, paused_at, ended_at }: Newsletter,
  loaded_at: number,
): NewsletterProgress | null {
  const client = useQueryClient();
  const [progress, setProgress] = useState<NewsletterProgress | null>(null);
  const hasMails = status !== 'draft' && status !== 'cancelled' && status !== 'failed';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause ends the stream, and what was loaded anew begins another
  useEffect(() => {
    if (!hasMails) return;
    const leaving = new AbortController();
    void follow(id, leaving.signal, setProgress);
    return () => leaving.abort();
  }, [id, hasMails, paused_at, ended_at, loaded_at]);

  const isNews = progress !== null && (progress.status !== status || progress.paused_at !== paused_at);
  useEffect(() => {
    if (isNews) void client.invalidateQueries({ queryKey: NEWSLETTERS });
  }, [isNews, client]);
  return progress;
}

/** One stream after the other: each ends after a minute, and any may break. A refusal is final: another asking changes nothing. */
async function follow(id: number, signal: AbortSignal, tell: (progress: NewsletterProgress) => void) {
  for (let moves = true; moves && !signal.aborted; ) {
    try {
      for await (const { data } of streamEvents({
        path: pathWith(newslettersApi.progress.path, { id }),
        role: 'user',
        signal,
      })) {
        const progress = progressIn(data);
        moves = isMoving(progress);
        tell(progress);
      }
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

export const isMoving = ({
  status,
  paused_at,
  ended_at,
}: Pick<NewsletterProgress, 'status' | 'paused_at' | 'ended_at'>) =>
  (!paused_at || ended_at !== null) && (status === 'frozen' || status === 'sending');
