/** Periodic work of the waiting list: offers free slots, asks or books the first in line, and ends entries. */
import type { DiscountUse, Prisma, WaitingEntry as Row } from '#prisma';
import { findDiscountTerms } from '#server/discounts/service.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { businessDate } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, conflict } from '#server/platform/errors.ts';
import { processEach } from '#server/platform/process-each.ts';
import { cpcOf } from '#shared/categories.ts';
import { parseDate, toIsoDate } from '#shared/dates.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { PromotionInput } from '#shared/promotions.ts';
import { offerEnd, offerSlot } from './slots.ts';
import { lockBookings } from './transition.ts';
import { bookEntry, dropCode, isAboutCode, removeEntry, waitingEntries } from './waiting-list.ts';

/** Ends, offers, and announces everything that is due. May run at any time and in parallel. */
export async function sweepWaitingList(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>) {
  const log = (error: unknown, { id }: { id: number }) =>
    deps.log.error({ err: error, waiting_entry_id: id }, 'waiting list entry not processed');
  await processEach(await endedEntries(deps), ({ id }) => endEntry(deps, id), log);
  await processEach(await unofferedSlots(deps), (slot) => offerAll(deps, slot), log);
  await processEach(await unannouncedEntries(deps), (entry) => announce(deps, entry), log);
}

/**
 * Selects entries whose offer has lapsed or whose date can't be booked anymore. An entry with a submitted booking ends
 * at its date's cutoff. An offer lapses only after its partner was asked.
 */
const endedWhere = (now: Date): Prisma.WaitingEntryWhereInput => ({
  OR: [
    { date: { lt: parseDate(businessDate(now)) } },
    {
      promotion_id: null,
      OR: [{ date: parseDate(businessDate(now)) }, { offer_ends_at: { lte: now }, announced_at: { not: null } }],
    },
  ],
});

const endedEntries = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  db.waitingEntry.findMany({ where: endedWhere(now()), select: { id: true }, orderBy: { id: 'asc' } });

/** Ends an entry. Emails partners who chose automatic booking and were neither booked nor asked. */
const endEntry = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, id: number) =>
  deps.db.$transaction(async (tx) => {
    const entry = await lockDue(tx, id, endedWhere(deps.now()));
    if (!entry) return;
    await removeEntry(tx, deps.now(), entry);
    if (entry.auto_book && !entry.announced_at && !entry.promotion_id)
      await emailEnd(deps, tx, entry, entry.offered_at && CLOSED_FIRST);
  });

const CLOSED_FIRST = 'The date closed before the booking was complete.';

/** Locks an entry; null if it isn't due anymore or another process has locked it. */
async function lockDue(tx: Tx, id: number, due: Prisma.WaitingEntryWhereInput): Promise<Row | null> {
  const locked = await tx.$queryRaw<object[]>`
    select id from waiting_entries where id = ${id} for update skip locked`;
  return locked.length ? tx.waitingEntry.findFirst({ where: { AND: [{ id }, due] } }) : null;
}

/** `id` is the first waiting entry's. */
type UnofferedSlot = { id: number; date: Date; category_id: number };

/** Free slots on dates with a waiting list, for example after staff raised the number of slots. */
const unofferedSlots = ({ db, now }: Pick<Deps, 'db' | 'now'>) => db.$queryRaw<UnofferedSlot[]>`
  select min(w.id) as id, w.date, w.category_id
  from waiting_entries w
  join newsletter_promotion_counts n on n.newsletter_date = w.date and n.category_id = w.category_id
  where w.offered_at is null and w.date > ${parseDate(businessDate(now()))}::date and n.promotions_in_total < n.capacity
  group by w.date, w.category_id order by 1`;

async function offerAll(deps: Pick<Deps, 'db' | 'now'>, { date, category_id }: UnofferedSlot) {
  const slot = { date: toIsoDate(date), category_id };
  while (await deps.db.$transaction((tx) => offerSlot(tx, deps.now(), slot)));
}

const UNANNOUNCED = { offered_at: { not: null }, announced_at: null, promotion_id: null };

const unannouncedEntries = ({ db }: Pick<Deps, 'db'>) =>
  db.waitingEntry.findMany({ where: UNANNOUNCED, select: { id: true, partner_id: true }, orderBy: { id: 'asc' } });

/**
 * Submits the booking if the partner chose automatic booking and its terms are no worse than when they joined.
 * Otherwise asks the partner; if an automatic booking failed for a final reason, ends the entry instead. A blocked
 * partner's entry ends without an email.
 */
async function announce(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, partner_id }: { id: number; partner_id: number },
) {
  const problem = await deps.db
    .$transaction(async (tx) => {
      await lockBookings(tx, partner_id);
      const entry = await lockDue(tx, id, UNANNOUNCED);
      if (entry && (await isBlocked(tx, partner_id))) await removeEntry(tx, deps.now(), entry);
      else if (entry?.auto_book) await bookOnSameTerms(deps, tx, entry);
      return null;
    })
    .catch((error) => {
      if (error instanceof AppError) return error;
      throw error;
    });
  await deps.db.$transaction(async (tx) => {
    const entry = await lockDue(tx, id, UNANNOUNCED);
    if (!entry) return;
    if (isAboutCode(problem)) await dropCode(tx, id);
    if (problem && isFinal(problem)) {
      await removeEntry(tx, deps.now(), entry);
      return emailEnd(deps, tx, entry, reasonOf(problem));
    }
    const offer_ends_at = offerEnd(deps.now(), toIsoDate(entry.date));
    await tx.waitingEntry.update({ where: { id }, data: { announced_at: deps.now(), offer_ends_at } });
    await emailOffer(deps, tx, { ...entry, offer_ends_at }, problem && reasonOf(problem));
  });
}

/** Staff may have blocked the partner after the slot was offered. */
const isBlocked = async (tx: Tx, id: number) =>
  (await tx.partner.findUniqueOrThrow({ where: { id }, select: { blocked_reason: true } })).blocked_reason !== null;

async function bookOnSameTerms(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, entry: Row) {
  await refuseHigherPrice(tx, entry);
  const { id: promotion_id } = await bookEntry(deps, tx, entry);
  await refuseWorseTerms(tx, entry, promotion_id);
}

async function refuseHigherPrice(tx: Tx, { category_id, booking, cpc_cents }: Row) {
  const category = await tx.category.findUniqueOrThrow({ where: { id: category_id } });
  const current = cpcOf(category, PromotionInput.parse(booking).sale_price_cents);
  if (current > cpc_cents)
    throw conflict(
      `A click now costs ${formatCents(current)}; it cost ${formatCents(cpc_cents)} when you joined the waiting list.`,
    );
}

const CODE_GONE = 'Your discount code isn’t valid anymore, so your promotion would run without the discount.';

type DiscountTerms = Pick<DiscountUse, 'kind' | 'value' | 'min_cost_cents'>;

async function refuseWorseTerms(tx: Tx, entry: Row, promotion_id: number) {
  const joined = entry.discount_terms as DiscountTerms | null;
  const current = joined && (await findDiscountTerms(tx, promotion_id));
  if (!joined) return;
  // The code was dropped when the partner tried to accept the slot before they were asked.
  if (!current) throw conflict(CODE_GONE);
  const isWorse =
    current.kind !== joined.kind ||
    current.value < joined.value ||
    (current.min_cost_cents ?? 0) > (joined.min_cost_cents ?? 0);
  if (isWorse)
    throw conflict(
      `Your discount code is now ${describeTerms(current)}; it was ${describeTerms(joined)} when you joined the waiting list.`,
    );
}

/** '25% off', '$10.00 off promotions that cost at least $20.00' */
const describeTerms = ({ kind, value, min_cost_cents }: DiscountTerms) =>
  `${kind === 'percent' ? `${value}%` : formatCents(value)} off${min_cost_cents ? ` promotions that cost at least ${formatCents(min_cost_cents)}` : ''}`;

/**
 * Problems that no answer from the partner can solve: the book isn't active, it runs less than 30 days from this date,
 * or another book by its author runs on it.
 */
const isFinal = (problem: AppError) => {
  const { codes = [] } = problem.body as { codes?: string[] };
  return isAboutBook(problem) || codes.includes('repeat_too_soon') || codes.includes('author_twice');
};

const errorsOf = ({ body }: AppError) => (body as { errors?: { [field: string]: string[] } }).errors ?? {};

const isAboutBook = (problem: AppError) => 'book_id' in errorsOf(problem);

function reasonOf(problem: AppError) {
  if (isAboutCode(problem)) return CODE_GONE;
  if (isAboutBook(problem)) return 'The book isn’t one of your active books anymore.';
  return Object.entries(errorsOf(problem))
    .filter(([field]) => field !== 'full_messages')
    .flatMap(([, messages]) => messages)
    .join(' ');
}

async function emailOffer(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, entry: Row, reason: string | null) {
  const { to, ...facts } = await factsOf(deps, tx, entry);
  const [listed] = await waitingEntries(tx, entry.partner_id, entry.id);
  const conflicting_date = listed?.conflicting_date ?? null;
  const props = { ...facts, reason, conflicting_date, offer_ends_at: entry.offer_ends_at!.toISOString() };
  await enqueueEmail(deps, tx, { ...to, template: 'slot_offered', props });
}

async function emailEnd(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, entry: Row, reason: string | null) {
  const { to, ...facts } = await factsOf(deps, tx, entry);
  await enqueueEmail(deps, tx, { ...to, template: 'waiting_ended', props: { ...facts, reason } });
}

async function factsOf({ config }: Pick<Deps, 'config'>, tx: Tx, { partner_id, book_id, category_id, date }: Row) {
  const partner = await tx.partner.findUniqueOrThrow({ where: { id: partner_id } });
  const book = await tx.book.findUniqueOrThrow({ where: { id: book_id } });
  const category = await tx.category.findUniqueOrThrow({ where: { id: category_id } });
  return {
    to: toPartner(partner),
    ...{ partner_name: partner.name, book_title: book.title, category_name: category.name, date: toIsoDate(date) },
    promotion_url: config.appUrl + paths.dashboard(),
  };
}
