/**
 * Brings a restored backup up to date with the opt-out log. Entries that still hold are applied with their original
 * times, so a repeated replay changes nothing.
 */
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { CAN_LEAVE } from './active.ts';
import { recordMailEvent, SOFT_BOUNCE_LIMIT } from './bounces.ts';
import { type OptOutEntry, optOutsSince } from './opt-out-log.ts';
import { eraseReaderInTransaction } from './service.ts';
import { repeatSunset } from './sunset.ts';
import { emailHash, type SuppressionReason, suppressHash, suppressReader } from './suppression.ts';

/** Row in `settings` that a restore writes (scripts/backup/hold.ts). */
export const RESTORED_KEY = 'restored';
type Restored = { restored_at: string; made_at: string; replay: Replay | null };

/**
 * `readers` counts restored readers who had opted out. `last_at` is the newest entry's time in ISO format, or null
 * without entries.
 */
export type Replay = { entries: number; readers: number; last_at: string | null };

/** Allows for clocks that differ between hosts, and for entries written before their change was committed. */
const MARGIN_MS = HOUR_MS;
const BATCH_SIZE = 5_000;

type ReplayDeps = Pick<Deps, 'db' | 'config' | 'blobs' | 'now'>;

/** Replays the log once after a restore; otherwise returns null. No scheduled job may run until it succeeds. */
export async function finishRestore(deps: ReplayDeps): Promise<Replay | null> {
  const row = await deps.db.setting.findUnique({ where: { key: RESTORED_KEY } });
  const restored = row?.value as Restored | undefined;
  if (!restored || restored.replay) return null;
  const replay = await replayOptOuts(deps, new Date(Date.parse(restored.made_at) - MARGIN_MS));
  await deps.db.setting.update({ where: { key: RESTORED_KEY }, data: { value: { ...restored, replay } } });
  return replay;
}

const ERASURES_KEY = 'erasures_suppressed';

/**
 * Suppresses the addresses of all erasures in the log, once per installation: older versions left no hash of readers
 * who were erased while subscribed, so an import would bring them back.
 */
export async function suppressErasures(deps: Pick<Deps, 'db' | 'blobs' | 'now'>): Promise<void> {
  const { db } = deps;
  if (await db.setting.count({ where: { key: ERASURES_KEY } })) return;
  let data: { email_hash: Uint8Array<ArrayBuffer>; reason: SuppressionReason; at: Date }[] = [];
  const save = () => db.suppression.createMany({ data, skipDuplicates: true });
  for await (const { kind, hash, at } of optOutsSince(deps, new Date(0))) {
    if (kind === 'erased') data.push({ email_hash: bytesOf(hash), reason: 'erased', at });
    if (data.length < BATCH_SIZE) continue;
    await save();
    data = [];
  }
  await save();
  await db.setting.createMany({ data: [{ key: ERASURES_KEY, value: deps.now().toISOString() }], skipDuplicates: true });
}

async function replayOptOuts(deps: ReplayDeps, since: Date): Promise<Replay> {
  const histories = new Map<string, History>();
  let [entries, last_at]: [number, string | null] = [0, null];
  for await (const entry of optOutsSince(deps, since)) {
    histories.set(entry.hash, addEntry(histories.get(entry.hash), entry));
    entries++;
    last_at = entry.at.toISOString();
  }
  let readers = 0;
  if (histories.size)
    for await (const reader of allReaders(deps)) {
      const hash = hexOf(emailHash(deps, reader.email));
      const history = histories.get(hash);
      histories.delete(hash);
      if (!history?.last && !history?.erased_at) continue;
      await deps.db.$transaction((tx) => applyHistory(deps, tx, reader, history));
      readers++;
    }
  for (const [hash, history] of histories) await deps.db.$transaction((tx) => suppressUnknown(tx, hash, history));
  return { entries, readers, last_at };
}

/**
 * The combined entries of one address: the last one wins, but nothing undoes an erasure, and neither a bounce nor an
 * unsubscribe undoes a complaint or a suppression by staff.
 */
type History = { last: OptOutEntry | null; erased_at: Date | null; bounce?: OptOutEntry; unsubscribe?: OptOutEntry };

function addEntry(history: History = { last: null, erased_at: null }, entry: OptOutEntry): History {
  const { last, erased_at } = history;
  if (entry.kind === 'erased') return { ...history, erased_at: entry.at };
  // If two entries have the same instant, the one that sends less email wins.
  const isLastOlder = !last || last.at < entry.at;
  if (entry.kind === 'confirmed') return isLastOlder ? { last: null, erased_at } : history;
  const isFinal = last !== null && REASONS[last.kind] === 'complained';
  if (isFinal && (isBounce(entry) || entry.kind === 'unsubscribed')) return history;
  if (isBounce(entry)) return { ...history, last: entry, bounce: entry };
  return { ...history, last: entry, ...(entry.kind === 'unsubscribed' && { unsubscribe: entry }) };
}

const isBounce = ({ kind }: OptOutEntry) => kind === 'hard_bounce' || kind === 'soft_bounce';

/** A bounce and an unsubscribe both hold, whichever came first. The bounce is repeated first: it needs a subscriber. */
const lastOf = ({ last, bounce, unsubscribe }: History): OptOutEntry[] =>
  last && (isBounce(last) || last.kind === 'unsubscribed')
    ? [bounce, unsubscribe].filter((entry) => entry !== undefined)
    : last
      ? [last]
      : [];

type StoredReader = { id: number; uuid: string; email: string; created_at: Date };

async function* allReaders({ db }: ReplayDeps): AsyncGenerator<StoredReader> {
  for (let after = 0; ; ) {
    const rows = await db.reader.findMany({
      where: { id: { gt: after }, email: { not: null } },
      select: { id: true, uuid: true, email: true, created_at: true },
      orderBy: { id: 'asc' },
      take: BATCH_SIZE,
    });
    yield* rows as StoredReader[];
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)!.id;
  }
}

async function applyHistory(deps: ReplayDeps, tx: Tx, reader: StoredReader, history: History) {
  const { last, erased_at } = history;
  // A reader who signed up again after an erasure has a different row.
  const isErased = erased_at !== null && reader.created_at <= erased_at;
  // Removing the row would leave nothing to erase.
  if (!(isErased && last?.kind === 'removed'))
    for (const entry of lastOf(history)) await repeatOptOut(deps, tx, reader, entry);
  if (isErased) await eraseReaderInTransaction({ config: deps.config, now: () => erased_at }, tx, reader.uuid);
}

async function repeatOptOut(
  { config }: ReplayDeps,
  tx: Tx,
  { id, email }: StoredReader,
  { kind, hash, at }: OptOutEntry,
) {
  const asOfEntry = { config, now: () => at };
  if (kind === 'unsubscribed') {
    const isBefore = { id, OR: [{ confirmed_at: null }, { confirmed_at: { lte: at } }] };
    await tx.reader.updateMany({
      where: { ...isBefore, status: { in: CAN_LEAVE } },
      data: { status: 'unsubscribed', unsubscribed_at: at },
    });
    await tx.reader.updateMany({ where: { ...isBefore, status: 'bounced' }, data: { unsubscribed_at: at } });
  } else if (kind === 'sunset') {
    await repeatSunset(tx, { id, at });
  } else if (kind === 'removed') {
    // Someone imported again since then has a newer row.
    await tx.reader.deleteMany({ where: { id, imported: { isNot: null }, created_at: { lte: at } } });
  } else if (kind === 'suppressed') {
    await suppressReader(asOfEntry, tx, { id, email, reason: 'staff' });
  } else if (kind === 'complaint' || kind === 'hard_bounce' || kind === 'soft_bounce') {
    const event = { type: kind, newsletter_id: null, reader_id: id, mail_id: null, email: null, diagnostic: null, at };
    const times = kind === 'soft_bounce' ? SOFT_BOUNCE_LIMIT : 1;
    for (let n = 1; n <= times; n++) {
      const dedupe = `replay ${at.toISOString()} ${kind} ${hash} ${n}`;
      await recordMailEvent(asOfEntry, tx, { ...event, dedupe });
    }
  }
}

/** Handles an address that the backup doesn't have: only its suppression matters. */
async function suppressUnknown(tx: Tx, hash: string, history: History) {
  const { erased_at } = history;
  const [entry] = lastOf(history);
  const reason = (entry && REASONS[entry.kind]) ?? (erased_at ? ('erased' as const) : null);
  const at = entry?.at ?? erased_at;
  if (reason && at) await suppressHash({ now: () => at }, tx, { email_hash: bytesOf(hash), reason });
}

const REASONS: { [kind in OptOutEntry['kind']]?: SuppressionReason } = {
  unsubscribed: 'unsubscribed',
  complaint: 'complained',
  suppressed: 'complained',
  hard_bounce: 'bounced',
  soft_bounce: 'soft_bounced',
};

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
