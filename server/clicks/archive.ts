/**
 * Clicks of a month as Parquet files in the blob store, for analyses over years: clicks/month=2026-11/part-0001.parquet
 * and so on, without the readers and networks they came from. `_SUCCESS` is written last, so a month without it is
 * incomplete. A nightly job writes the latest judged month unless it's complete; scripts/archive-clicks.ts writes any
 * month whose clicks are all judged and still there.
 */
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { type Month, monthBefore, monthOf, nextMonth, startOf } from './month.ts';

type ArchiveDeps = Pick<Deps, 'pool' | 'blobs' | 'now' | 'config'>;

/** Days after which even a late newsletter of a month is settled: clicks are judged 72 hours after the send. */
const JUDGED_AFTER_DAYS = 7;
/** Rows per file. A file's rows are all in memory while it is written. */
const PART_ROWS = 250_000;
const BATCH_ROWS = 25_000;

type ArchivedClick = {
  id: string;
  clicked_at: Date;
  promotion_id: number | null;
  newsletter_id: number | null;
  source: string;
  store: string | null;
  ua_class: string;
  billable: boolean | null;
  invalid_reason: string | null;
};

/** Archives the latest month that is judged, if the installation keeps an archive and the month isn't in it. */
export async function archiveLastMonth(deps: ArchiveDeps) {
  if (!deps.config.CLICK_ARCHIVE) return;
  const month = latestJudgedMonth(deps.now());
  if (!(await deps.blobs.has(successKey(month)))) await archiveMonth(deps, month);
}

export const latestJudgedMonth = (now: Date): Month =>
  monthBefore(monthOf(new Date(now.getTime() - JUDGED_AFTER_DAYS * DAY_MS)));

/** The reason why a month can't be stored now, or null. Storing it again would lose clicks that were deleted since. */
export function archiveRefusal(month: Month, now: Date): string | null {
  const latest = latestJudgedMonth(now);
  if (month > latest)
    return `The clicks of ${month} aren’t all judged yet. The latest month that can be stored is ${latest}.`;
  return Date.parse(startOf(month)) < now.getTime() - RETENTION_DAYS.clicks * DAY_MS
    ? `Clicks of ${month} have been deleted, so the month can’t be stored again.`
    : null;
}

/** Writes a month's clicks, replacing files of an earlier attempt, and returns the number of clicks. */
export async function archiveMonth(deps: Omit<ArchiveDeps, 'config' | 'now'>, month: Month, partRows = PART_ROWS) {
  await deps.blobs.remove(successKey(month));
  let [clicks, part] = [0, 0];
  for await (const rows of readParts(deps, month, partRows)) {
    part++;
    await deps.blobs.put(keyOf(month, `part-${String(part).padStart(4, '0')}.parquet`), await encodeParquet(rows));
    clicks += rows.length;
  }
  await removePartsAfter(deps, month, part);
  await deps.blobs.put(successKey(month), '');
  return clicks;
}

const keyOf = (month: Month, name: string) => `clicks/month=${month}/${name}`;
const successKey = (month: Month) => keyOf(month, '_SUCCESS');

/** Removes the parts left by an earlier attempt that had more clicks. */
async function removePartsAfter({ blobs }: Pick<Deps, 'blobs'>, month: Month, part: number) {
  const last = keyOf(month, `part-${String(part).padStart(4, '0')}.parquet`);
  const leftovers: string[] = [];
  for await (const key of blobs.list(keyOf(month, ''), last)) leftovers.push(key);
  for (const key of leftovers) await blobs.remove(key);
}

async function* readParts(
  { pool }: Pick<Deps, 'pool'>,
  month: Month,
  partRows: number,
): AsyncGenerator<ArchivedClick[]> {
  let rows: ArchivedClick[] = [];
  let after = '0';
  for (;;) {
    const batch = await pool.query<ArchivedClick>(
      `select id, clicked_at, promotion_id, newsletter_id, source, store, ua_class, billable, invalid_reason
       from click_logs where id > $1 and clicked_at >= $2 and clicked_at < $3 order by id limit $4`,
      [after, startOf(month), startOf(nextMonth(month)), Math.min(BATCH_ROWS, partRows - rows.length)],
    );
    if (!batch.rows.length) break;
    after = batch.rows.at(-1)!.id;
    rows.push(...batch.rows);
    if (rows.length < partRows) continue;
    yield rows;
    rows = [];
  }
  if (rows.length) yield rows;
}

async function encodeParquet(rows: readonly ArchivedClick[]): Promise<Buffer> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const text = (name: 'source' | 'store' | 'ua_class' | 'invalid_reason') => ({
    name,
    type: 'STRING' as const,
    data: rows.map((row) => row[name]),
  });
  const number = (name: 'promotion_id' | 'newsletter_id') => ({
    name,
    type: 'INT32' as const,
    data: rows.map((row) => row[name]),
  });
  return Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'id', type: 'INT64', data: rows.map(({ id }) => BigInt(id)), nullable: false },
        { name: 'clicked_at', type: 'TIMESTAMP', data: rows.map(({ clicked_at }) => clicked_at), nullable: false },
        number('promotion_id'),
        number('newsletter_id'),
        text('source'),
        text('store'),
        text('ua_class'),
        { name: 'billable', type: 'BOOLEAN', data: rows.map(({ billable }) => billable) },
        text('invalid_reason'),
      ],
    }),
  );
}
