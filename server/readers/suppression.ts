/** Addresses that must never be written to again. Only a keyed hash is kept, so that it can outlive the reader's erasure. */
import type { Reader } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { mac } from '#server/platform/signed.ts';

type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained';

export const emailHash = ({ config }: Pick<Deps, 'config'>, email: string) =>
  new Uint8Array(mac(config.appSecret, 'suppression', email.toLowerCase()));

/** The first reason stays, but for a complaint, which is the strongest. */
export async function suppressAddress(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  { email, reason }: { email: string; reason: SuppressionReason },
) {
  await suppressHash(deps, tx, { email_hash: emailHash(deps, email), reason });
}

/** The same where only the hash is left. */
export async function suppressHash(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { email_hash, reason }: { email_hash: Uint8Array<ArrayBuffer>; reason: SuppressionReason },
) {
  await tx.suppression.upsert({
    where: { email_hash },
    create: { email_hash, reason, at: deps.now() },
    update: reason === 'complained' ? { reason, at: deps.now() } : {},
  });
}

/** By staff: as after a complaint, which no new sign-up lifts. */
export async function suppressReader(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  { id, email, reason }: Pick<Reader, 'id'> & { email: string; reason: string },
) {
  await suppressAddress(deps, tx, { email, reason: 'complained' });
  await tx.reader.update({
    where: { id },
    data: { status: 'unsubscribed', unsubscribed_at: deps.now(), unsubscribe_reason: reason },
  });
}
