/** Addresses that must never be written to again. Only a keyed hash is kept, so that it can outlive the reader's erasure. */
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
  const email_hash = emailHash(deps, email);
  await tx.suppression.upsert({
    where: { email_hash },
    create: { email_hash, reason, at: deps.now() },
    update: reason === 'complained' ? { reason, at: deps.now() } : {},
  });
}
