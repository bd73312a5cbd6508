/** What `restore` prints: what is back, what was replayed, and what an administrator has to answer. */
import type { Replay } from '#server/readers/replay.ts';
import { paths } from '#shared/paths.ts';
import type { Manifest } from './manifest.ts';

type Restored = { manifest: Manifest; held: readonly string[]; replay: Replay | null; appUrl: string };

export function reportOf({ manifest: { tables, made_at }, held, replay, appUrl }: Restored): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `${tables.length} tables with ${rows} rows are as they were at ${made_at}.`,
    optOutsText(replay, made_at),
    heldText(held, appUrl + paths.adminPanel()),
  ].join('\n\n');
}

function optOutsText(replay: Replay | null, made_at: string) {
  const since = replay?.last_at && replay.last_at > made_at ? replay.last_at : null;
  const found =
    replay && since
      ? `Opt-outs: replayed ${replay.entries} log entries, by which ${replay.readers} of the restored readers had left. The last one is from ${since}.`
      : `Opt-outs: the log has no entry after the backup of ${made_at}.`;
  return `${found}
Unsubscribes, complaints, bounces, and erasures after ${since ?? 'that'} are not known here. If DECKLE_DATA_DIR was lost with the old machine (and
no S3 bucket is set up), everything after the backup is lost: readers who unsubscribed since then will get newsletters again.
If you can still get its folder blobs/opt-outs, stop, copy it into DECKLE_DATA_DIR, and restore into an empty database again.`;
}

const heldText = (held: readonly string[], panel: string) =>
  held.length
    ? `Held: ${held.join(', ')}.
The backup doesn't say whether these newsletters were sent. They won't be closed or sent until an administrator answers at
${panel}: "It was sent" closes the newsletter without an email; "It was not sent" lets it go out, unless it's too late.
Newsletters after these dates go out as usual.`
    : 'No newsletter is held.';
