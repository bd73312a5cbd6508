/** Unsubscribes a partner from one of two optional kinds of email by the email's signed link, without a sign-in. */
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import { sign, unsign } from '#server/platform/signed.ts';

type OptionalEmail = 'reminder' | 'recapture';

const COLUMNS = { reminder: 'reminder_emails', recapture: 'recapture_emails' } as const;
const purposeOf = (kind: OptionalEmail) => `partner ${kind} mails`;

/** The link's token, valid for this kind of email only. */
export function partnerUnsubscribeToken(secret: string, kind: OptionalEmail, partner_id: number) {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(partner_id);
  return sign(secret, purposeOf(kind), payload);
}

/** Also succeeds for a closed account, so as not to reveal that. Throws 422 for an invalid token. */
export async function unsubscribePartner(
  deps: Pick<Deps, 'db' | 'config'>,
  { kind, token }: { kind: OptionalEmail; token: string },
) {
  const payload = unsign(deps.config.appSecret, purposeOf(kind), token);
  if (payload?.length !== 4)
    throw invalid({ token: ['This link isn’t valid. You can turn these emails off in your account.'] });
  await deps.db.partner.updateMany({ where: { id: payload.readUInt32BE() }, data: { [COLUMNS[kind]]: false } });
}
