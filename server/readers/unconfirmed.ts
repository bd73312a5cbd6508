/** Who signed up and never confirmed is forgotten; who had been here before is as unsubscribed as before. */
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS } from '#shared/durations.ts';

const KEPT_DAYS = 30;

/** The link in the mail has long been invalid. Rows that confirm meanwhile are left alone: each statement asks for the state again. */
export const forgetUnconfirmed = (deps: Deps) =>
  deps.db.$transaction(async (tx) => {
    const unconfirmed = {
      status: 'pending' as const,
      confirm_sent_at: { lt: new Date(deps.now().getTime() - KEPT_DAYS * DAY_MS) },
    };
    await tx.reader.updateMany({
      where: { ...unconfirmed, confirmed_at: { not: null } },
      data: { status: 'unsubscribed', confirm_token_hash: null },
    });
    const gone = await tx.$queryRaw<{ email: string | null }[]>`
      delete from readers
      where status = 'pending' and confirm_sent_at < ${unconfirmed.confirm_sent_at.lt} and confirmed_at is null
      returning email::text`;
    const addresses = gone.flatMap(({ email }) => email?.toLowerCase() ?? []);
    await tx.$executeRaw`delete from mails where template = 'reader_confirm' and lower("to") = any(${addresses}::text[])`;
    return gone.length;
  });
