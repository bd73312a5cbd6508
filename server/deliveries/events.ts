/** Bounces, complaints, and unsubscribes by email: applied to the delivery, the reader, and the newsletter's rates. */

import { Prisma } from '#prisma';
import { moveCount } from '#server/newsletters/delivery-log.ts';
import { rateProblem } from '#server/newsletters/delivery-rates.ts';
import { pauseAutomatically } from '#server/newsletters/pause.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { deliveryKeyIn, readMailKey, unsubscribeKeyIn } from '#server/platform/mail-keys.ts';
import { processEach } from '#server/platform/process-each.ts';
import { recordMailEvent, sanitizedDiagnostic } from '#server/readers/bounces.ts';
import { logOptOut, type OptOut } from '#server/readers/opt-out-log.ts';
import { judgeDelivery } from '#server/warm-up/days.ts';
import type { MailEventInput, MailEventsResponse } from '#shared/deliveries.ts';

/**
 * Handles each event in its own transaction. An event that fails doesn't block the others. Its error is thrown at the
 * end, so that the provider reports all events again.
 */
export async function handleMailEvents(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'blobs'>,
  events: readonly MailEventInput[],
): Promise<MailEventsResponse> {
  const counts = { recorded: 0, known: 0, unmatched: 0 };
  await processEach(
    events,
    async (event) => {
      const { outcome, optOut, delivery } = await deps.db.$transaction((tx) => handleMailEvent(deps, tx, event));
      // In a separate transaction, because senders lock the warm-up's day before they lock deliveries. Runs for known
      // events, too, because the provider reports an event again after a crash.
      if (delivery) await judgeDelivery(deps, delivery);
      if (optOut) await logOptOut(deps, { ...optOut, at: deps.now() });
      counts[outcome]++;
    },
    (error, { type }) => deps.log.error({ err: error, type }, 'mail event not handled'),
  );
  return counts;
}

type HandledEvent = {
  outcome: keyof MailEventsResponse;
  optOut: Pick<OptOut, 'kind' | 'email'> | null;
  /** The newsletter's email that bounced or was complained about. */
  delivery: { newsletter_id: number; reader_id: number } | null;
};

async function handleMailEvent(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  event: MailEventInput,
): Promise<HandledEvent> {
  const target =
    event.type === 'unsubscribe' ? await findUnsubscriber(deps, tx, event) : await findTarget(deps, tx, event);
  if (!target) return { outcome: 'unmatched', optOut: null, delivery: null };
  const { type, id } = event;
  const diagnostic = event.diagnostic ? sanitizedDiagnostic(event.diagnostic) : null;
  const at = new Date(event.at);
  const { newsletter_id, reader_id, mail_id, email } = target;
  const dedupe = id
    ? `event ${id}`
    : JSON.stringify([type, newsletter_id, reader_id, mail_id, email?.toLowerCase() ?? null, at.toISOString()]);
  const { isNew, optOut } = await recordMailEvent(deps, tx, { type, diagnostic, at, dedupe, ...target });
  const delivery = newsletter_id && reader_id && type !== 'unsubscribe' ? { newsletter_id, reader_id } : null;
  if (!isNew) return { outcome: 'known', optOut, delivery };
  // A soft bounce says less than an earlier bounce.
  if (mail_id && type !== 'complaint')
    await tx.mail.updateMany({
      where: { id: mail_id, ...(type === 'soft_bounce' && { bounced_at: null }) },
      data: { bounced_at: at, ...(diagnostic && { failure: diagnostic }) },
    });
  if (newsletter_id && reader_id && (type === 'hard_bounce' || type === 'soft_bounce')) {
    await bounceDelivery(tx, { newsletter_id, reader_id }, diagnostic);
  }
  if (newsletter_id) await checkRates(deps, tx, newsletter_id);
  return { outcome: 'recorded', optOut, delivery };
}

type Target = { newsletter_id: number | null; reader_id: number | null; mail_id: number | null; email: string | null };
const NO_TARGET: Target = { newsletter_id: null, reader_id: null, mail_id: null, email: null };

/** Identifies the reader only by the key in the address written to, because the From address can be forged. */
async function findUnsubscriber(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  { to = '' }: MailEventInput,
): Promise<Target | null> {
  const key = readMailKey(deps.config.appSecret, 'unsubscribe', unsubscribeKeyIn(to));
  if (!key || !(await tx.reader.count({ where: { id: key.id } }))) return null;
  return { ...NO_TARGET, newsletter_id: key.newsletter_id || null, reader_id: key.id };
}

/**
 * Identifies the target by the key in the return path or the Message-ID, by a transactional email's Message-ID, and
 * finally by the address alone.
 */
async function findTarget(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  { return_path, message_id, email }: MailEventInput,
): Promise<Target | null> {
  for (const address of [return_path, message_id]) {
    const key = address ? readMailKey(deps.config.appSecret, 'delivery', deliveryKeyIn(address)) : null;
    const target =
      key &&
      (await (key.newsletter_id ? deliveryTarget(tx, key.newsletter_id, key.id) : mailTarget(tx, { id: key.id })));
    if (target) return target;
  }
  const mail = message_id ? await mailTarget(tx, { message_id: withBrackets(message_id) }) : null;
  return mail ?? (email ? { ...NO_TARGET, email } : null);
}

/**
 * The target of a delivery's event, or null if the reader has been erased since then. The delivery itself may have been
 * deleted after its retention period.
 */
async function deliveryTarget(tx: Tx, newsletter_id: number, reader_id: number): Promise<Target | null> {
  const readers = await tx.reader.count({ where: { id: reader_id } });
  return readers ? { ...NO_TARGET, newsletter_id, reader_id } : null;
}

async function mailTarget(tx: Tx, where: { id: number } | { message_id: string }): Promise<Target | null> {
  const mail = await tx.mail.findUnique({ where });
  return mail && { ...NO_TARGET, mail_id: mail.id, email: mail.to };
}

const withBrackets = (message_id: string) => `<${message_id.replace(/^<|>$/g, '')}>`;

/** Marks the delivery as bounced, even one in flight: the bounce may arrive before the relay's answer. */
async function bounceDelivery(
  tx: Tx,
  { newsletter_id, reader_id }: { newsletter_id: number; reader_id: number },
  failure: string | null,
) {
  // Tries the states in the order in which a sender sets them, so that a change between two statements isn't missed.
  for (const from of ['handing_over', 'uncertain', 'accepted'] as const) {
    const where = { newsletter_id, reader_id, state: from };
    const { count } = await tx.delivery.updateMany({ where, data: { state: 'bounced', failure } });
    if (!count) continue;
    await moveCount(tx, { newsletter_id, reader_id }, { from, to: 'bounced' });
    // In a send's first second, its deliveries aren't counted yet; saveTotals recounts both.
    await tx.$executeRaw`
      update newsletters set delivered_count = greatest(0, delivered_count - ${Number(from === 'accepted')}::int),
        bounced_count = bounced_count + 1 where id = ${newsletter_id}`;
    if (from === 'accepted')
      await tx.$executeRaw`
        update newsletters n set delivered_before_resume = delivered_before_resume - 1 from deliveries d
        where n.id = ${newsletter_id} and d.newsletter_id = n.id and d.reader_id = ${reader_id}
          and d.handed_over_at < n.resumed_at`;
    return;
  }
}

/** Pauses a newsletter being sent if too many of its emails bounced or brought complaints since it began or resumed. */
async function checkRates(deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>, tx: Tx, id: number) {
  // Locked, so that simultaneous events are counted. A warm-up stops sending to single providers instead.
  const locked = await tx.$queryRaw<object[]>`
    select 1 from newsletters where id = ${id} and status = 'sending' and paused_at is null and warm_up_id is null
    for no key update`;
  if (!locked.length) return;
  const newsletter = await tx.newsletter.findUniqueOrThrow({ where: { id }, omit: { snapshot: true } });
  const { resumed_at, delivered_count, delivered_before_resume } = newsletter;
  const since = resumed_at ?? newsletter.sending_at ?? deps.now();
  // After a resume, events about earlier emails still arrive; staff have already decided to go on in spite of those.
  const ofEarlierEmail = Prisma.sql`exists (select from deliveries d
    where d.newsletter_id = ${id} and d.reader_id = e.reader_id and d.handed_over_at < ${since})`;
  // Counts readers, because several programs may report the same email, and a server may report it several times.
  const [events] = await tx.$queryRaw<[{ bounced: number; complaints: number }]>`
    select count(distinct coalesce(reader_id, -id)) filter (where type <> 'complaint')::int as bounced,
      count(distinct coalesce(reader_id, -id)) filter (where type = 'complaint')::int as complaints
    from mail_events e
    where newsletter_id = ${id} and type in ('hard_bounce', 'soft_bounce', 'complaint') and received_at >= ${since}
      ${resumed_at ? Prisma.sql`and not ${ofEarlierEmail}` : Prisma.empty}`;
  const accepted = Math.max(0, delivered_count - delivered_before_resume);
  const problem = rateProblem({ accepted, ...events });
  if (problem) await pauseAutomatically(deps, tx, id, problem);
}
