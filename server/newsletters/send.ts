/**
 * Sends a frozen newsletter. The cursor is in the delivery rows: each is handed over at most once, and a crash leaves the
 * ones that were under way as uncertain, listed for staff, instead of writing to somebody twice.
 */
import { randomUUID } from 'node:crypto';
import { type Newsletter, Prisma } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { markSent } from '#server/promotions/edition.ts';
import { type ComposedMail, compileEdition, type Recipient } from './edition.ts';

const BATCH = 200;
const CONNECTIONS = 8;
/** A batch takes seconds; after this long its process is taken for dead. */
const LEASE_MS = 2 * 60_000;
const MAX_ATTEMPTS = 5;
const BACK_OFF_MS = 5 * 60_000;

/** The queue's handler; run again it goes on where it stopped. */
export async function sendNewsletter(deps: Deps, { id }: { id: number }) {
  const newsletter = await startSending(deps, id);
  if (!newsletter) return;
  await giveUpOnCrashed(deps, id);
  const compose = await compileEdition(deps, newsletter);
  for (let batch = await claimBatch(deps, id); batch.length; batch = await claimBatch(deps, id)) {
    await eachAtOnce(batch, CONNECTIONS, (recipient) => handOver(deps, id, recipient, compose));
    await keepCounts(deps, id);
  }
  await finish(deps, id);
}

async function startSending(deps: Deps, id: number): Promise<Newsletter | null> {
  await deps.db.newsletter.updateMany({
    where: { id, status: 'frozen' },
    data: { status: 'sending', sending_at: deps.now() },
  });
  return deps.db.newsletter.findFirst({ where: { id, status: { in: ['sending', 'sent'] }, paused_at: null } });
}

/** What was being handed over when a process died may have arrived: it is not sent again. */
const giveUpOnCrashed = (deps: Deps, newsletter_id: number) =>
  deps.db.delivery.updateMany({
    where: { newsletter_id, state: 'handing_over', leased_until: { lt: deps.now() } },
    data: { state: 'uncertain', failure: 'the sending process stopped before the outcome was known' },
  });

/** Marks the next rows as being handed over and brings what their mails need, in one statement. */
async function claimBatch(deps: Deps, newsletter_id: number): Promise<Recipient[]> {
  const host = new URL(deps.config.appUrl).hostname;
  const { rows } = await deps.pool.query<Omit<Recipient, 'message_id'>>({
    name: 'claim-deliveries',
    text: `
      with claimed as (
        update deliveries set state = 'handing_over', attempts = attempts + 1, leased_until = $2
        where (newsletter_id, reader_id) in (
          select newsletter_id, reader_id from deliveries
          where newsletter_id = $1 and (state = 'queued' or (state = 'deferred' and next_attempt_at <= $4))
          order by reader_id limit $3 for update skip locked)
        returning reader_id
      )
      select r.id as reader_id, r.uuid, case when r.status = 'active' then r.email::text end as email,
        r.stores::text[] as stores, r.free_only, r.max_price_cents, r.adult_ok, c.category_ids, c.category_names
      from claimed join readers r on r.id = claimed.reader_id
      cross join lateral (
        select coalesce(array_agg(k.id order by k.position), '{}') as category_ids, coalesce(array_agg(k.name order by k.position), '{}') as category_names
        from reader_categories rc join categories k on k.id = rc.category_id where rc.reader_id = r.id) c`,
    values: [newsletter_id, new Date(deps.now().getTime() + LEASE_MS), BATCH, deps.now()],
  });
  return rows.map((row) => ({ ...row, message_id: `<${randomUUID()}@${host}>` }));
}

type Compose = (recipient: Recipient) => ComposedMail | null;

/** Suppression is looked at here, at the last moment: who left after the freeze gets nothing. */
async function handOver(deps: Deps, newsletter_id: number, recipient: Recipient, compose: Compose) {
  const delivery = { newsletter_id_reader_id: { newsletter_id, reader_id: recipient.reader_id } };
  const composed = recipient.email ? compose(recipient) : null;
  if (!composed) return void (await deps.db.delivery.update({ where: delivery, data: { state: 'suppressed' } }));
  try {
    await deps.mail.send(composed.mail);
  } catch (error) {
    return void (await deps.db.delivery.update({ where: delivery, data: await afterRefusal(deps, delivery, error) }));
  }
  await deps.db.delivery.update({
    where: delivery,
    data: {
      state: 'accepted',
      accepted_at: deps.now(),
      message_id: recipient.message_id,
      link_count: composed.link_count,
    },
  });
}

/** 5xx: the address is refused for good. Otherwise later again, a few times; a lost connection leaves it in doubt. */
async function afterRefusal(
  deps: Deps,
  where: { newsletter_id_reader_id: { newsletter_id: number; reader_id: number } },
  error: unknown,
) {
  const { responseCode, code, message } = error as { responseCode?: number; code?: string; message?: string };
  const failure = String(message ?? error).slice(0, 500);
  if (responseCode && responseCode >= 500) return { state: 'bounced' as const, failure };
  if (!responseCode && code !== 'ECONNECTION' && code !== 'EDNS') return { state: 'uncertain' as const, failure };
  const { attempts } = await deps.db.delivery.findUniqueOrThrow({ where, select: { attempts: true } });
  if (attempts >= MAX_ATTEMPTS) return { state: 'bounced' as const, failure };
  return {
    state: 'deferred' as const,
    failure,
    next_attempt_at: new Date(deps.now().getTime() + attempts * BACK_OFF_MS),
  };
}

/** For the staff's progress bar. */
const keepCounts = (deps: Deps, id: number) => deps.db.$executeRaw`
  update newsletters set delivered_count = c.accepted, bounced_count = c.bounced
  from (select count(*) filter (where state = 'accepted') as accepted, count(*) filter (where state = 'bounced') as bounced
        from deliveries where newsletter_id = ${id}) c
  where id = ${id}`;

/** Sent when every row was handed over or has its reason; the promotions' click window opens with it. */
const finish = (deps: Deps, id: number) =>
  deps.db.$transaction(
    async (tx) => {
      const left = await tx.delivery.count({ where: { newsletter_id: id, state: { in: ['queued', 'handing_over'] } } });
      if (left) return;
      const done = await tx.newsletter.updateMany({
        where: { id, status: 'sending' },
        data: { status: 'sent', sent_at: deps.now() },
      });
      if (done.count) await markSent(deps, tx, id);
    },
    { timeout: 60_000 },
  );

/** Goes on with the sends that a crash or a back-off left unfinished. One that somebody is at work on (a running lease) is left alone. */
export async function resumeNewsletters(deps: Deps) {
  const now = deps.now();
  const unfinished = await deps.db.newsletter.findMany({
    where: {
      paused_at: null,
      deliveries: { none: { state: 'handing_over', leased_until: { gte: now } } },
      OR: [
        { status: { in: ['frozen', 'sending'] }, snapshot: { not: Prisma.DbNull } },
        { status: 'sent', deliveries: { some: { state: 'deferred', next_attempt_at: { lte: now } } } },
      ],
    },
    select: { id: true },
  });
  for (const newsletter of unfinished) await sendNewsletter(deps, newsletter);
}

async function eachAtOnce<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>) {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
