/** Sending progress, as server-sent events while it changes, or once as JSON. */
import type { Request, Response } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { eventFrame, openStream } from '#server/platform/http/event-stream.ts';
import type { NewsletterProgress } from '#shared/newsletters.ts';
import { presentProgress } from './presenter.ts';
import { deliveryCounts, newsletterById, newsletterClicks } from './queries.ts';

const POLL_MS = 1_000;
/** After this time the client reconnects, and its credentials are checked again. */
const MAX_STREAM_MS = 60_000;

export async function readProgress(deps: Pick<Deps, 'db'>, id: number): Promise<NewsletterProgress> {
  const match = await newsletterById(deps.db, id);
  if (!match) throw notFound();
  const clicks = match.row.kind === 'daily' ? newsletterClicks(deps.db, id) : null;
  return presentProgress(match.row, ...(await Promise.all([deliveryCounts(deps.db, id), clicks])));
}

/**
 * Sends one `progress` event immediately and one per change. Ends after a minute, or once the newsletter is neither
 * being sent nor ending: a draft, paused, or finished.
 */
export async function streamProgress(deps: Pick<Deps, 'db' | 'stopping'>, id: number, req: Request, res: Response) {
  let progress = await readProgress(deps, id);
  openStream(res);
  res.write(eventOf(progress));
  const isWanted = () => !req.destroyed && !deps.stopping.aborted;
  for (let waited = 0; canStillChange(progress) && waited < MAX_STREAM_MS && isWanted(); waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const next = await readProgress(deps, id);
    // A comment keeps proxies from closing an idle stream.
    res.write(eventOf(next) === eventOf(progress) ? ': still\n\n' : eventOf(next));
    progress = next;
  }
  res.end();
}

const canStillChange = ({ status, paused_at, ended_at }: NewsletterProgress) =>
  (!paused_at || ended_at !== null) && (status === 'frozen' || status === 'sending');

const eventOf = (progress: NewsletterProgress) => eventFrame('progress', { progress });
