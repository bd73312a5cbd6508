/** The staff's trail: who changed what, from what, to what. Written in the change's own transaction. */
import type { Tx } from './database.ts';
import { logContext } from './log-context.ts';

export type Change = {
  user_id: number;
  action: string;
  entity: string;
  entity_id: number | string;
  before?: object | null;
  after?: object | null;
  reason?: string | null;
};

export const audit = (tx: Tx, at: Date, { user_id, entity_id, before, after, ...change }: Change) =>
  tx.auditEvent.create({
    data: {
      ...change,
      actor: 'user',
      actor_id: user_id,
      entity_id: String(entity_id),
      request_id: logContext().request_id ?? null,
      at,
      ...(before ? { before: plain(before) } : {}),
      ...(after ? { after: plain(after) } : {}),
    },
  });

type Who = { role: string; id: number | null };

/** Of a change that others make too: only the staff's leaves a trail. */
export async function auditStaff(tx: Tx, at: Date, by: Who, change: Omit<Change, 'user_id'>) {
  if (by.role === 'user') await audit(tx, at, { user_id: by.id!, ...change });
}

const plain = (record: object) => JSON.parse(JSON.stringify(record)) as object;
