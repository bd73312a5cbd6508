/**
 * Lets staff see a partner's screens without changing anything
 * (docs/decisions/0121-view-as-by-a-token-that-reads.md).
 */
import { accountsOf } from '#server/auth/accounts.ts';
import type { Origin } from '#server/auth/origin.ts';
import { issueToken } from '#server/auth/tokens.ts';
import { audit } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import { SECOND_MS } from '#shared/durations.ts';

export async function startView(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  partner_id: number,
  { id: viewer_id, origin }: { id: number; origin: Origin },
) {
  if (!(await db.partner.count({ where: { id: partner_id } }))) throw notFound();
  const account = await accountsOf(db, 'partner').findById(partner_id);
  if (!account) throw conflict('This account was deleted or blocked, so you can’t view its screens.');
  const { token, client, expiry } = await db.$transaction(async (tx) => {
    const issued = await issueToken(tx, now(), { role: 'partner', id: partner_id, origin, viewer_id }, 'view_as');
    const after = { expires_at: isoExpiry(issued.expiry) };
    await audit(tx, now(), { user_id: viewer_id, action: 'view_as', entity: 'partner', entity_id: partner_id, after });
    return issued;
  });
  return { credentials: { 'access-token': token, client, uid: account.uid }, expires_at: isoExpiry(expiry) };
}

const isoExpiry = (expiry: number) => new Date(expiry * SECOND_MS).toISOString();

export async function endView({ db, now }: Pick<Deps, 'db' | 'now'>, partner_id: number, viewer_id: number) {
  await db.$transaction(async (tx) => {
    const { count } = await tx.authToken.deleteMany({
      where: { scope: 'view_as', resource_type: 'partner', resource_id: partner_id, viewer_id },
    });
    const entry = { action: 'end_view_as', entity: 'partner', entity_id: partner_id, before: { views: count } };
    if (count) await audit(tx, now(), { user_id: viewer_id, ...entry });
  });
}
