/**
 * Readers: double opt-in, preferences without a password (the uuid is the key), and an unsubscribe that always works.
 * See docs/decisions/0039-a-button-confirms-and-unsubscribes.md.
 */

import { Prisma, type Reader } from '#prisma';
import { redactAuditEvents } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { readMailKey } from '#server/platform/mail-keys.ts';
import { parseDate } from '#shared/dates.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import type { ReaderInput, ReaderPatch } from '#shared/readers.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { signUpSource } from '#shared/sign-up-sources.ts';
import { CAN_LEAVE, hasUnsubscribed, unsubscribe } from './active.ts';
import { hasHardBounced } from './bounces.ts';
import {
  applyPending,
  categoryNames,
  emailLink,
  hasOpenLink,
  type Pending,
  pendingOf,
  type RequestedItem,
  replaceCategories,
  splitConfirmationToken,
  tokenHash,
  withItem,
} from './confirmation.ts';
import { loadList } from './list.ts';
import { LOG_OPT_OUT_JOB, logOptOut, optOutKey } from './opt-out-log.ts';
import type { ReaderRow } from './presenter.ts';
import { countSignUp } from './sign-up-counts.ts';
import { endQuestion, visitDay } from './sunset.ts';
import { canReturn, clearBounces, emailHash, findSuppression, isSoftBounceOver } from './suppression.ts';
import { welcomeReader, withdrawQueuedEmails } from './welcome.ts';

const CONFIRM_PAUSE_MS = 10 * 60_000;
const MAX_UNDO_MS = HOUR_MS;
const withCategories = { categories: { select: { category_id: true } } } as const;

/**
 * Emails a confirmation link, which also adds `requestedItem` to the reader's list. The answer is the same for every
 * address, known or not.
 */
export async function signUpReader(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  input: ReaderInput,
  requestedItem?: RequestedItem,
): Promise<void> {
  try {
    await trySignUp(deps, input, requestedItem);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // A simultaneous sign-up has inserted the same address.
    await trySignUp(deps, input, requestedItem);
  }
}

async function trySignUp(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { email, category_ids: requestedCategories, page, ...preferences }: ReaderInput,
  requestedItem: RequestedItem | undefined,
): Promise<void> {
  const source = signUpSource(page);
  await deps.db.$transaction(async (tx) => {
    const category_ids = requestedCategories === 'all' ? await generalCategories(tx) : requestedCategories;
    await categoryNames(tx, category_ids);
    const existing = await lockReaderByEmail(tx, email);
    if (!(await canConfirm(deps, tx, email, existing))) return;
    if (existing?.status === 'bounced') await clearBounces(deps, tx, email);
    const isPending = existing?.status === 'pending';
    const pending: Pending = isPending ? pendingOf(existing) : { list: [] };
    const list = withItem(pending.list, requestedItem);
    if (requestedItem && existing && hasOpenLink(deps, existing)) {
      const reader = await tx.reader.update({
        where: { id: existing.id },
        data: { confirm_wishes: { ...pending, list } },
      });
      return emailLink(deps, tx, reader);
    }
    // Otherwise anyone could fill a stranger's mailbox, or change the preferences that the emailed link will set.
    if (!requestedItem && isPending && isRecent(deps.now(), existing.confirm_sent_at)) return;
    const address = { email: existing?.email ?? email.toLowerCase(), confirm_sent_at: deps.now() };
    const link = {
      ...{ ...address, confirm_token_hash: tokenHash(deps, address), status: 'pending' as const },
      ...{ sign_up_source: source, sign_up_page: page ?? null },
    };
    // A request for one item names no preferences, so a known reader keeps theirs.
    const confirm_wishes: Pending =
      requestedItem && existing ? { ...pending, list } : { preferences: { ...preferences, category_ids }, list };
    const reader = existing
      ? await tx.reader.update({ where: { id: existing.id }, data: { ...link, confirm_wishes } })
      : await tx.reader.create({
          data: { ...preferences, ...link, created_at: deps.now(), ...(list.length && { confirm_wishes }) },
        });
    if (!existing) await replaceCategories(tx, reader.id, category_ids);
    await countSignUp(deps, tx, { source, step: 'sign_ups' });
    await emailLink(deps, tx, reader);
  });
}

const isRecent = (now: Date, at: Date | null) => at !== null && now.getTime() - at.getTime() < CONFIRM_PAUSE_MS;

/**
 * Activates the reader. A second click on the link changes nothing and also succeeds, unless the reader has left since
 * or the link has expired.
 */
export async function confirmReader(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'blobs'>,
  token: string,
): Promise<ReaderRow> {
  const { confirm_token_hash, listCount } = splitConfirmationToken(token);
  const confirm_sent_at = { gte: new Date(deps.now().getTime() - RETENTION_DAYS.confirmation_link * DAY_MS) };
  const reader = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.reader.updateMany({
      where: { confirm_token_hash, confirm_sent_at, status: 'pending' },
      // Someone who comes back wants the next newsletter, even if they left during a pause.
      data: { status: 'active', confirmed_at: deps.now(), paused_until: null },
    });
    const known = await tx.reader.findUnique({ where: { confirm_token_hash }, select: { id: true } });
    if (!known || !(await lockReader(tx, known.id))) return null;
    const locked = await tx.reader.findUniqueOrThrow({ where: { id: known.id } });
    if (locked.status === 'active' && !isLinkExpired(deps.now(), locked))
      await applyPending(deps, tx, locked, listCount);
    if (count) {
      await countSignUp(deps, tx, { source: locked.sign_up_source ?? 'other', step: 'confirmed' });
      await endQuestion(deps, tx, locked.id);
      await welcomeReader(deps, tx, locked.id);
    }
    return tx.reader.findUnique({ where: { id: locked.id }, include: withCategories });
  });
  if (reader?.status !== 'active' || isLinkExpired(deps.now(), reader)) {
    throw invalid({ token: ['This link isn’t valid anymore. Please sign up again and we’ll send you a new one.'] });
  }
  if (reader.email && reader.confirmed_at)
    await logOptOut(deps, { kind: 'confirmed', email: reader.email, at: reader.confirmed_at });
  return reader;
}

/**
 * True once the link has expired, counted from the email or from a later confirmation. It must expire, because the
 * response contains the reader's uuid.
 */
const isLinkExpired = (now: Date, { confirmed_at, confirm_sent_at }: Reader) =>
  now.getTime() - Math.max(confirmed_at?.getTime() ?? 0, confirm_sent_at?.getTime() ?? 0) >
  RETENTION_DAYS.confirmation_link * DAY_MS;

export async function readerByUuid(deps: Pick<Deps, 'db'>, uuid: string): Promise<ReaderRow> {
  const reader = await deps.db.reader.findUnique({ where: { uuid }, include: withCategories });
  if (!reader) throw notFound();
  return reader;
}

export const updateReader = (
  deps: Pick<Deps, 'db' | 'now'>,
  uuid: string,
  { category_ids, paused_until, ...patch }: ReaderPatch,
): Promise<ReaderRow> =>
  deps.db.$transaction(async (tx) => {
    const reader = await tx.reader.findUnique({ where: { uuid } });
    if (!reader) throw notFound();
    if (!(await lockReader(tx, reader.id))) throw notFound();
    if (category_ids) {
      await categoryNames(tx, category_ids);
      await replaceCategories(tx, reader.id, category_ids);
    }
    const pause = paused_until === undefined ? {} : { paused_until: paused_until && parseDate(paused_until) };
    // Set `updated_at` even if only the categories change, so that undoing an import keeps this reader.
    const data = { ...patch, ...pause, visited_on: visitDay(deps.now()), updated_at: deps.now() };
    return tx.reader.update({ where: { uuid }, data, include: withCategories });
  });

/** Takes effect immediately, even for queued emails: the status is checked again at hand-over. */
export async function unsubscribeReader(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'blobs'>,
  uuid: string,
  reason: string | null,
): Promise<ReaderRow> {
  await unsubscribe(deps.db, Prisma.sql`r.uuid = ${uuid}::uuid`, { at: deps.now(), reason });
  const reader = await readerByUuid(deps, uuid);
  await withdrawQueuedEmails(deps.db, reader.id);
  await logUnsubscribe(deps, reader);
  return reader;
}

/**
 * Undoes an unsubscribe of the last hour. Throws 409 after that, if the last sign-up wasn't confirmed, or if the
 * address is suppressed by staff or because of a bounce or complaint.
 */
export const resubscribeReader = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  uuid: string,
): Promise<ReaderRow> =>
  deps.db.$transaction(async (tx) => {
    const reader = await tx.reader.findUnique({ where: { uuid } });
    if (!reader?.email || !(await lockReader(tx, reader.id))) throw notFound();
    const { count } = await tx.reader.updateMany({
      where: {
        ...{ uuid, status: 'unsubscribed', confirmed_at: { not: null } },
        unsubscribed_at: { gte: new Date(deps.now().getTime() - MAX_UNDO_MS) },
        // The undo doesn't activate a later sign-up that nobody confirmed: only the mailbox confirms it.
        OR: [{ confirm_sent_at: null }, { confirmed_at: { gte: tx.reader.fields.confirm_sent_at } }],
      },
      data: { status: 'active', unsubscribed_at: null, unsubscribe_reason: null },
    });
    const current = await tx.reader.findUniqueOrThrow({ where: { uuid }, include: withCategories });
    const suppressed = await findSuppression(deps, tx, reader.email);
    if (current.status !== 'active' || (suppressed && !canReturn(deps.now(), suppressed)))
      throw conflict(
        (await canConfirm(deps, tx, reader.email, current))
          ? 'This can’t be undone anymore. To come back, sign up again on the home page.'
          : 'This can’t be undone anymore.',
      );
    const optOut = { kind: 'confirmed', email: reader.email, at: deps.now() } as const;
    if (count) {
      await endQuestion(deps, tx, current.id);
      await deps.queue.send(tx, LOG_OPT_OUT_JOB, { key: optOutKey(deps, optOut) });
    }
    return current;
  });

/**
 * Runs after the commit, so that the unsubscribe takes effect even if the log can't be written. Repeating the request
 * writes a missing entry.
 */
async function logUnsubscribe(deps: Pick<Deps, 'config' | 'blobs' | 'log'>, reader: Reader) {
  const { status, email, unsubscribed_at } = reader;
  const hasLeft = status === 'unsubscribed' || (status === 'bounced' && hasUnsubscribed(reader));
  if (hasLeft && email && unsubscribed_at) await logOptOut(deps, { kind: 'unsubscribed', email, at: unsubscribed_at });
}

/** One-click unsubscribe (RFC 8058): gives the same answer for a known, an erased, and an unsubscribed reader. */
export async function unsubscribeByToken(deps: Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'blobs'>, token: string) {
  const reader_key = readMailKey(deps.config.appSecret, 'unsubscribe', token);
  if (!reader_key) throw notFound();
  await unsubscribe(deps.db, Prisma.sql`r.id = ${reader_key.id}`, { at: deps.now(), reason: 'one click' });
  await withdrawQueuedEmails(deps.db, reader_key.id);
  const reader = await deps.db.reader.findUnique({ where: { id: reader_key.id } });
  if (reader) await logUnsubscribe(deps, reader);
}

/** True if the reader of an unsubscribe link never confirmed their address, so that there is nothing to leave. */
export async function isUnconfirmed({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<boolean> {
  const reader_key = readMailKey(config.appSecret, 'unsubscribe', token);
  return reader_key !== null && (await db.reader.count({ where: { id: reader_key.id, confirmed_at: null } })) > 0;
}

/** The reader's data for download. */
export async function exportReader(deps: Pick<Deps, 'db'>, uuid: string) {
  const reader = await readerByUuid(deps, uuid);
  const [list, imported, question, deliveries, clicks] = await Promise.all([
    loadList(deps.db, reader.id),
    deps.db.importedReader.findUnique({ where: { reader_id: reader.id } }),
    deps.db.sunsetQuestion.findUnique({ where: { reader_id: reader.id } }),
    deps.db.delivery.findMany({
      where: { reader_id: reader.id },
      select: { state: true, accepted_at: true, newsletter: { select: { newsletter_date: true, subject: true } } },
    }),
    deps.db.clickLog.findMany({
      where: { reader_id: reader.id },
      select: { clicked_at: true, store: true, promotion_id: true },
    }),
  ]);
  return { reader, list, imported, question, deliveries, clicks };
}

/**
 * Deletes the reader and detaches their clicks. A keyed hash of the address remains, so that no import brings them
 * back.
 */
export async function eraseReader(deps: Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'blobs'>, uuid: string) {
  const { email } = await readerByUuid(deps, uuid);
  // Logged before the commit: once the reader is gone, the request can't be repeated to write a missing entry.
  if (email) await logOptOut(deps, { kind: 'erased', email, at: deps.now() });
  await deps.db.$transaction((tx) => eraseReaderInTransaction(deps, tx, uuid));
}

export async function eraseReaderInTransaction(deps: Pick<Deps, 'config' | 'now'>, tx: Tx, uuid: string) {
  const reader = await tx.reader.findUnique({ where: { uuid } });
  if (!reader || !(await lockReader(tx, reader.id))) throw notFound();
  const networks = { ip_hash: null, subnet_hash: null, site_hash: null };
  await tx.clickLog.updateMany({ where: { reader_id: reader.id }, data: { reader_id: null, ...networks } });
  if (reader.email) await suppress(deps, tx, reader);
  await tx.reader.delete({ where: { id: reader.id } });
  await redactAuditEvents(tx, 'reader', reader.id);
}

async function suppress(deps: Pick<Deps, 'config' | 'now'>, tx: Tx, reader: Reader) {
  const isOptOut = !CAN_LEAVE.includes(reader.status);
  const email_hash = emailHash(deps, reader.email!);
  await tx.suppression.upsert({
    where: { email_hash },
    create: { email_hash, reason: isOptOut ? reader.status : 'erased', at: deps.now() },
    update: {},
  });
  // Undoing an import must not lift the suppression of an erased address.
  await tx.readerImportOptOut.deleteMany({ where: { email_hash } });
}

/**
 * True if a confirmation link may be sent to an address: never to an active reader or after a complaint; after a hard
 * bounce, only once staff have lifted it; after soft bounces, only from 30 days on. Erased readers may sign up again,
 * too, unless a bounce or complaint prevents it.
 */
async function canConfirm(
  deps: Pick<Deps, 'now' | 'config'>,
  tx: Tx,
  email: string,
  known: Reader | null,
): Promise<boolean> {
  const suppressed = await findSuppression(deps, tx, email);
  if (suppressed?.reason === 'complained') return false;
  if (known?.status === 'active' || known?.status === 'complained') return false;
  if (known?.status === 'bounced') {
    const isOver = known.last_bounce_at !== null && isSoftBounceOver(deps.now(), known.last_bounce_at);
    return isOver && !(await hasHardBounced(tx, known));
  }
  return !suppressed || canReturn(deps.now(), suppressed);
}

/** All categories except the adult ones, which readers choose individually. */
const generalCategories = async (tx: Tx) =>
  (await tx.category.findMany({ where: { is_adult: false }, select: { id: true } })).map(({ id }) => id);

/** Locks the reader for a change; false if they have been erased. */
export const lockReader = async (tx: Tx, id: number) =>
  (await tx.$queryRaw<object[]>`select id from readers where id = ${id} for update`).length === 1;

/** Reads the row only after locking it, because the reader may be confirming, unsubscribing, or being erased. */
async function lockReaderByEmail(tx: Tx, email: string): Promise<Reader | null> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`
    select id from readers where email = ${email}::citext for update`;
  return row ? tx.reader.findUniqueOrThrow({ where: { id: row.id } }) : null;
}
