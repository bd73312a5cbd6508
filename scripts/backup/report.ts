/**
 * Output of `restore`: the restored tables, the replayed opt-outs, and the newsletters and permission emails that an
 * administrator must decide about.
 */
import type { Replay } from '#server/readers/replay.ts';
import { paths } from '#shared/paths.ts';
import type { RestoreResult } from './read.ts';

type Report = RestoreResult & {
  replay: Replay | null;
  /** True if the log is in an S3 bucket, which survives the loss of the machine. */
  isInBucket: boolean;
  appUrl: string;
};

export function formatReport({ manifest: { tables, made_at }, held, paused, appUrl, ...optOuts }: Report): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Restored ${tables.length} tables (${rows} rows) to their state at ${made_at}.`,
    optOutsText(made_at, optOuts),
    heldNewslettersText(held, appUrl + paths.adminPanel()),
    ...(paused.length ? [pausedEmailsText(paused, `${appUrl}/users/imports`)] : []),
  ].join('\n\n');
}

function optOutsText(
  made_at: string,
  { replay, hasNewOptOuts, isInBucket }: Pick<Report, 'replay' | 'hasNewOptOuts' | 'isInBucket'>,
) {
  const lastEntryAt = replay?.last_at && replay.last_at > made_at ? replay.last_at : null;
  const summary =
    replay && lastEntryAt
      ? `Opt-outs: replayed ${replay.entries} log entries, which opted out ${replay.readers} of the restored readers. The last entry is from ${lastEntryAt}.`
      : `Opt-outs: the log has no entry after the backup of ${made_at}.`;
  if (hasNewOptOuts || isInBucket) return summary;
  return `${summary}
The opt-out log in DECKLE_DATA_DIR has no entry that the backup lacks. If it isn’t the old server’s folder, every unsubscribe, complaint, bounce, and erasure after the backup is lost, and those readers will get newsletters again. To recover them, copy blobs/opt-outs from the old DECKLE_DATA_DIR into this one, then restore into an empty database again before you start Deckle.`;
}

const heldNewslettersText = (held: readonly string[], panel: string) =>
  held.length
    ? `Held: ${held.join(', ')}.
The backup doesn’t say whether these newsletters were sent. They won’t be closed or sent until an administrator decides at
${panel}: “Mark as sent” closes the newsletter without an email; “Mark as not sent” sends it, unless it’s too late.
Newsletters after these dates go out as usual.`
    : 'No newsletter is held.';

const pausedEmailsText = (imports: readonly number[], screen: string) =>
  `Paused: the permission emails of ${imports.length > 1 ? 'imports' : 'import'} ${imports.join(', ')}.
Some may have been sent since the backup, and would be sent again. Nobody in these imports is asked until you press
“Resume permission emails” at ${screen}.`;
