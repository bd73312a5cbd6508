/**
 * Append-only log of opt-outs in the blob store, outside the database, so that a restored backup can catch up with them
 * (replay.ts).
 *
 * An entry is one object whose key is the data: `opt-outs/<day>/<instant>-<kind>-<keyed hash of the address>`. Keys
 * sort by time, and an entry written twice has the same key.
 * See docs/decisions/0040-opt-out-log-outside-the-database.md.
 */
import type { Deps } from '#server/platform/deps.ts';
import { unavailable } from '#server/platform/errors.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { emailHash } from './suppression.ts';

/**
 * `suppressed`: by staff. `removed`: by undoing an import. `sunset`: no answer to our last question. `confirmed`: the
 * reader confirmed or came back, staff lifted a bounce, or the import that recorded the opt-out was undone. A
 * `confirmed` entry cancels earlier ones, except an erasure.
 */
const OPT_OUT_KINDS = [
  'unsubscribed',
  'complaint',
  'hard_bounce',
  'soft_bounce',
  'suppressed',
  'erased',
  'removed',
  'sunset',
  'confirmed',
] as const;
type OptOutKind = (typeof OPT_OUT_KINDS)[number];
export type OptOut = { kind: OptOutKind; email: string; at: Date };
/** `hash` is the keyed hash of the address in hexadecimal. */
export type OptOutEntry = { kind: OptOutKind; hash: string; at: Date };

export const LOG_OPT_OUT_JOB = 'readers.log_opt_out';
const FOLDER = 'opt-outs/';
const KEY = new RegExp(
  `^${FOLDER}\\d{4}-\\d\\d-\\d\\d/(\\d{4}-\\d\\d-\\d\\dT\\d\\d)(\\d\\d)(\\d\\d\\.\\d{3}Z)-(${OPT_OUT_KINDS.join('|')})-([0-9a-f]{32})$`,
);

/**
 * Resolves once the entry is stored. Otherwise it throws 503, so that nothing is acknowledged that a restore would
 * undo.
 */
export async function logOptOut(deps: Pick<Deps, 'blobs' | 'config' | 'log'>, optOut: OptOut): Promise<void> {
  try {
    await writeOptOut(deps, optOutKey(deps, optOut));
  } catch (error) {
    deps.log.error({ err: error, kind: optOut.kind }, 'opt-out not logged');
    throw unavailable('We couldn’t save this. Please try again in a minute.');
  }
}

const writeOptOut = ({ blobs }: Pick<Deps, 'blobs'>, key: string) => blobs.put(key, '1');

const WRITES_AT_A_TIME = 20;

/** Writes one entry or many from a job, which the queue retries if the store fails. */
export async function writeOptOuts(deps: Pick<Deps, 'blobs'>, { key }: { key: string | string[] }) {
  const keys = [key].flat();
  for (let from = 0; from < keys.length; from += WRITES_AT_A_TIME)
    await Promise.all(keys.slice(from, from + WRITES_AT_A_TIME).map((one) => writeOptOut(deps, one)));
}

export const optOutKey = (deps: Pick<Deps, 'config'>, { kind, email, at }: OptOut) =>
  optOutKeyOf({ kind, hash: Buffer.from(emailHash(deps, email)).toString('hex'), at });

/** The key of an entry, from the address's hash. */
export const optOutKeyOf = ({ kind, hash, at }: OptOutEntry) => `${folderFor(at)}${instantText(at)}-${kind}-${hash}`;

/** Entries at or after an instant, oldest first. */
export async function* optOutsSince({ blobs }: Pick<Deps, 'blobs'>, since: Date): AsyncGenerator<OptOutEntry> {
  for await (const key of blobs.list(FOLDER, `${folderFor(since)}${instantText(since)}`)) {
    const entry = parseEntry(key);
    if (entry) yield entry;
  }
}

/** Deletes old entries, daily. Stops at the first entry that is recent enough. */
export async function purgeOptOuts({ blobs, now }: Pick<Deps, 'now' | 'blobs'>): Promise<void> {
  const oldestKept = folderFor(new Date(now().getTime() - RETENTION_DAYS.opt_outs * DAY_MS));
  for await (const key of blobs.list(FOLDER)) {
    if (key >= oldestKept) return;
    await blobs.remove(key);
  }
}

const folderFor = (at: Date) => `${FOLDER}${at.toISOString().slice(0, 10)}/`;
/** '2026-12-01T183000.000Z': some file systems don't allow colons. */
const instantText = (at: Date) => at.toISOString().replaceAll(':', '');

/** Parses a file's key, or returns null if the file isn't an entry, such as one only partly written. */
function parseEntry(key: string): OptOutEntry | null {
  const [, hours, minutes, seconds, kind, hash] = KEY.exec(key) ?? [];
  return hash ? { kind: kind as OptOutKind, hash, at: new Date(`${hours}:${minutes}:${seconds}`) } : null;
}
