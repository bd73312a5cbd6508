/**
 * Security log: sign-ins, wrong passwords and codes, password resets and changes, second factors, API keys,
 * throttling, and refused access. See docs/decisions/0064-security-log-by-the-minute.md.
 */
import type { Prisma, SecurityEventKind } from '#prisma';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import type { Tx } from './database.ts';
import type { Deps } from './deps.ts';
import { logContext } from './log-context.ts';

/**
 * Further events of a kind in the same minute share one row, so that an attack from many networks can't fill the table.
 */
const MAX_ROWS_PER_MINUTE = 20;
const MAX_DETAIL_LENGTH = 200;

type SecurityEvent = {
  kind: SecurityEventKind;
  /** The account concerned: 'partner:17', 'user:3'; '' without one. */
  actor: string;
  detail?: string;
  /** Defaults to the network of the current request. */
  network?: string;
};

/** Adds to the row of the same kind, minute, account, and network, or inserts one. */
export async function recordSecurityEvent(
  { now, metrics }: Pick<Deps, 'now' | 'metrics'>,
  tx: Tx,
  { kind, actor, detail = '', network = logContext().network ?? '' }: SecurityEvent,
) {
  metrics.securityEvents.inc({ kind });
  const minute = new Date(Math.floor(now().getTime() / 60_000) * 60_000);
  const key = { kind, minute, actor, network };
  if (await addTo(tx, key, now())) return;
  const isFull = (await tx.securityEvent.count({ where: { kind, minute } })) >= MAX_ROWS_PER_MINUTE;
  const row = isFull
    ? { ...key, actor: '', network: '', detail: 'Too many events this minute to list separately' }
    : { ...key, detail };
  if (isFull && (await addTo(tx, row, now()))) return;
  await tx.$executeRaw`
    insert into security_events (kind, minute, actor, network, detail, last_at, request_id)
    values (${kind}::"SecurityEventKind", ${minute}, ${row.actor}, ${row.network}, ${row.detail.slice(0, MAX_DETAIL_LENGTH)}, ${now()},
      ${logContext().request_id ?? null})
    on conflict (kind, minute, actor, network) do update set count = security_events.count + 1, last_at = excluded.last_at`;
}

/** Tried before the insert, because an upsert uses a sequence number even when it updates. */
const addTo = async (tx: Tx, { kind, minute, actor, network }: Omit<Row, 'detail'>, last_at: Date) =>
  (
    await tx.securityEvent.updateMany({
      where: { kind, minute, actor, network },
      data: { count: { increment: 1 }, last_at },
    })
  ).count > 0;

type Row = Pick<Prisma.SecurityEventGetPayload<object>, 'kind' | 'minute' | 'actor' | 'network' | 'detail'>;

export const purgeSecurityLog = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  db.securityEvent.deleteMany({
    where: { minute: { lt: new Date(now().getTime() - RETENTION_DAYS.security_events * DAY_MS) } },
  });
