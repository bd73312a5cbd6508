/**
 * Who signed up and never confirmed is forgotten; who had been here before is as unsubscribed as before. Links that have been used
 * are forgotten too.
 */
import { Prisma } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS } from '#shared/durations.ts';

const KEPT_DAYS = 30;
const LINK_DAYS = 7;
const BATCH = 5_000;

/** The link in the email has long been invalid. Rows that confirm meanwhile are left alone: each statement asks for the state again. */
export async function forgetUnconfirmed(deps: Deps) {
  await forgetUsedLinks(deps);
  return forgetStrangers(deps);
}

const forgetStrangers = (deps: Deps) =>
  deps.db.$transaction(async (tx) => {
    const unconfirmed = {
      status: 'pending' as const,
      confirm_sent_at: { lt: new Date(deps.now().getTime() - KEPT_DAYS * DAY_MS) },
    };
    await tx.reader.updateMany({
      where: { ...unconfirmed, confirmed_at: { not: null } },
      data: { status: 'unsubscribed', confirm_token_hash: null, confirm_wishes: Prisma.DbNull },
    });
    const gone = await tx.$queryRaw<{ email: string | null }[]>`
      delete from readers
      where status = 'pending' and confirm_sent_at < ${unconfirmed.confirm_sent_at.lt} and confirmed_at is null
      returning email::text`;
    const addresses = gone.flatMap(({ email }) => email?.toLowerCase() ?? []);
    await tx.$executeRaw`delete from mails where template = 'reader_confirm' and lower("to") = any(${addresses}::text[])`;
    return gone.length;
  });

/** A confirmation link works for a week after it was used. */
async function forgetUsedLinks({ db, now }: Deps) {
  const before = new Date(now().getTime() - LINK_DAYS * DAY_MS);
  for (let forgotten = BATCH; forgotten === BATCH; ) {
    forgotten = await db.$executeRaw`
      update readers set confirm_token_hash = null, confirm_wishes = null where id in (
        select id from readers
        where confirm_token_hash is not null and status <> 'pending' and coalesce(confirmed_at, confirm_sent_at) < ${before}
        limit ${BATCH}
      )`;
  }
}
