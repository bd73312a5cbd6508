/**
 * Audit log: who changed what, from what, to what. Entries are written in the transaction of the change. See
 * docs/decisions/0044-append-only-history.md.
 */
import { type Actor as ActorColumn, Prisma } from '#prisma';
import type { Tx } from './database.ts';
import { logContext } from './log-context.ts';
import type { Actor } from './ownership.ts';

export type AuditEntry = {
  user_id: number;
  action: string;
  entity: string;
  entity_id: number | string;
  before?: object | null;
  after?: object | null;
  reason?: string | null;
};

export const audit = (tx: Tx, at: Date, { user_id, ...change }: AuditEntry) =>
  auditBy(tx, at, { role: 'user', id: user_id }, change);

/** Records a change by any actor: staff, a partner, or the system. */
export const auditBy = (
  tx: Tx,
  at: Date,
  actor: Actor,
  { entity_id, before, after, ...change }: Omit<AuditEntry, 'user_id'>,
) =>
  tx.auditEvent.create({
    data: {
      ...change,
      actor: actor.role as ActorColumn,
      actor_id: actor.id,
      entity_id: String(entity_id),
      request_id: logContext().request_id ?? null,
      at,
      ...(before ? { before: toJson(before) } : {}),
      ...(after ? { after: toJson(after) } : {}),
    },
  });

/** Audits a change that partners can make too, but only if staff made it. */
export async function auditStaff(tx: Tx, at: Date, actor: Actor, change: Omit<AuditEntry, 'user_id'>) {
  if (actor.role === 'user') await auditBy(tx, at, actor, change);
}

/**
 * Clears the audited values about an erased person; the action, its time, and its actor stay. The database refuses this
 * before the erasure.
 */
export const redactAuditEvents = (tx: Tx, entity: 'partner' | 'author' | 'reader', ...ids: number[]) =>
  tx.auditEvent.updateMany({
    where: { entity, entity_id: { in: ids.map(String) } },
    data: { before: Prisma.DbNull, after: Prisma.DbNull, reason: null },
  });

const toJson = (record: object) => JSON.parse(JSON.stringify(record)) as object;
