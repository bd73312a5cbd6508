/**
 * Partners who wait for a slot on a full date. slots.ts offers a freed slot to the first in line, and waiting-sweep.ts
 * asks them or submits their booking (docs/decisions/0138-hold-freed-slots-for-the-waiting-list.md).
 */
import { Prisma, type WaitingEntry as Row } from '#prisma';
import { coverUrl } from '#server/books/presenter.ts';
import { NOT_VALID_TEXT, validateDiscount } from '#server/discounts/service.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, conflict, invalid, invalidBase, notFound } from '#server/platform/errors.ts';
import { cpcOf } from '#shared/categories.ts';
import { parseDate, toIsoDate } from '#shared/dates.ts';
import { PromotionInput } from '#shared/promotions.ts';
import { REPEAT_DAYS, RULE_CODES } from '#shared/submission-rules.ts';
import { MAX_WAITING_ENTRIES, type WaitingEntry, type WaitingInput } from '#shared/waiting-list.ts';
import type { PromotionRow } from './queries.ts';
import { hasFreeSlot, releaseAndOfferSlot } from './slots.ts';
import { findBookAndCategory, refuseIneligible, refuseInvalidDates, submit } from './submit.ts';
import { lockBookings } from './transition.ts';

/** All rules except the one about a free slot: entries join a full date, and book a slot that is held for them. */
const RULES_OF_HELD_DATE = RULE_CODES.filter((code) => code !== 'date_full');

type Owned = { id: number; partner_id: number };

/**
 * A partner's entries without a submitted booking, or the one with this id, in the order of their dates. One statement.
 */
export async function waitingEntries(db: Database | Tx, partner_id: number, id?: number): Promise<WaitingEntry[]> {
  const rows = await db.$queryRaw<(Listed & { place: number; conflicting_date: Date | null })[]>`
    select w.id, w.book_id, b.title as book_title, b.cover, w.category_id, c.name as category_name, w.date, w.auto_book,
      w.offered_at, w.offer_ends_at, w.booking, w.created_at, c.cpc_free_cents, c.cpc_discounted_cents,
      (select count(*)::int + 1 from waiting_entries earlier
       where earlier.date = w.date and earlier.category_id = w.category_id and earlier.id < w.id and earlier.offered_at is null) as place,
      (select min(coalesce(p.promotion_date, p.requested_date)) from promotions p
       where p.book_id = w.book_id and p.cancelled_at is null and p.unable_to_send_at is null
         and p.approval_status is distinct from 'rejected'
         and abs(coalesce(p.promotion_date, p.requested_date) - w.date) < ${REPEAT_DAYS}) as conflicting_date
    from waiting_entries w join books b on b.id = w.book_id join categories c on c.id = w.category_id
    where w.partner_id = ${partner_id} and w.promotion_id is null and (${id ?? null}::int is null or w.id = ${id ?? null})
    order by w.date, w.id`;
  return rows.map(
    ({ cover, date, offered_at, offer_ends_at, conflicting_date, booking, created_at, place, ...row }) => ({
      ...{ id: row.id, book_id: row.book_id, book_title: row.book_title, cover_url: coverUrl(cover) },
      ...{ category_id: row.category_id, category_name: row.category_name, date: toIsoDate(date) },
      auto_book: row.auto_book,
      place: offered_at ? null : place,
      offer_ends_at: offer_ends_at?.toISOString() ?? null,
      conflicting_date: conflicting_date && toIsoDate(conflicting_date),
      sale_price_cents: bookingIn(booking).sale_price_cents,
      cpc_cents: cpcOf(row, bookingIn(booking).sale_price_cents),
      created_at: created_at.toISOString(),
    }),
  );
}

type Listed = Pick<
  Row,
  'id' | 'book_id' | 'category_id' | 'date' | 'auto_book' | 'offered_at' | 'offer_ends_at' | 'booking' | 'created_at'
> & {
  book_title: string;
  cover: string | null;
  category_name: string;
  cpc_free_cents: number;
  cpc_discounted_cents: number;
};

const bookingIn = (booking: unknown) => PromotionInput.parse(booking);

/** Joins the line for a full date. The booking must satisfy every rule except the free slot. */
export async function joinWaitingList(
  deps: Pick<Deps, 'db' | 'now'>,
  partner_id: number,
  { auto_book, ...input }: WaitingInput,
): Promise<WaitingEntry> {
  const booking: PromotionInput = { ...input, alternate_dates: [], addon_ids: [] };
  const { book_id, category_id, requested_date: date } = booking;
  const discount_terms = await termsOfCode(deps, partner_id, booking);
  const joined = deps.db.$transaction(async (tx) => {
    await lockBookings(tx, partner_id);
    const { book, category } = await findBookAndCategory(tx, partner_id, booking);
    refuseInvalidDates(booking);
    await refuseIneligible(deps, tx, { book, category, draft: booking, alternates: [], codes: RULES_OF_HELD_DATE });
    if (await hasFreeSlot(tx, { date, category_id }))
      throw conflict('This date has an open slot, so you can book it now.', { code: 'date_free' });
    if ((await tx.waitingEntry.count({ where: { partner_id, promotion_id: null } })) >= MAX_WAITING_ENTRIES)
      throw invalidBase(
        `You can have at most ${MAX_WAITING_ENTRIES} places on waiting lists. Leave a waiting list first.`,
      );
    const { id } = await tx.waitingEntry.create({
      data: {
        ...{ partner_id, book_id, category_id, date: parseDate(date), auto_book, booking, discount_terms },
        cpc_cents: cpcOf(category, booking.sale_price_cents),
        created_at: deps.now(),
      },
    });
    const [entry] = await waitingEntries(tx, partner_id, id);
    return entry!;
  });
  return joined.catch((error) => {
    throw isUniqueViolation(error)
      ? invalid({ requested_date: ['You’re already on the waiting list for this date with this book.'] })
      : error;
  });
}

/** The current terms of the booking's discount code. Throws 422 if the partner can't use it for this booking. */
async function termsOfCode(
  deps: Pick<Deps, 'db' | 'now'>,
  partner_id: number,
  { discount_code: code, book_id, category_id }: PromotionInput,
) {
  if (!code) return Prisma.DbNull;
  const discount = await validateDiscount(deps, { code, partner_id, book_id });
  if (discount.category_id !== null && discount.category_id !== category_id)
    throw invalid({ discount_code: [NOT_VALID_TEXT] });
  const { kind, value, min_cost_cents } = discount;
  return { kind, value, min_cost_cents };
}

/** True if accepting the entry tries a discount code. */
export const hasCode = async (db: Database, { id, partner_id }: Owned): Promise<boolean> => {
  const rows = await db.$queryRaw<object[]>`
    select 1 from waiting_entries
    where id = ${id} and partner_id = ${partner_id} and booking->>'discount_code' is not null`;
  return rows.length > 0;
};

/** Leaves the line, or gives a held slot to the next in line. Throws 404 once the booking is submitted. */
export const leaveWaitingList = (deps: Pick<Deps, 'db' | 'now'>, { id, partner_id }: Owned) =>
  deps.db.$transaction(async (tx) => {
    const entry = await lockEntry(tx, { id, partner_id });
    await removeEntry(tx, deps.now(), entry);
  });

export async function removeEntry(tx: Tx, now: Date, { id, date, category_id, offered_at }: Row) {
  await tx.waitingEntry.delete({ where: { id } });
  if (offered_at) await releaseAndOfferSlot(tx, now, { date: toIsoDate(date), category_id });
}

/** Ends the entries of a partner who closes the account, and frees the slots that are held for them. */
export async function endEntriesOf(tx: Tx, now: Date, partner_id: number) {
  // Delete the entries without an offer first, so that a freed slot isn't offered to the same partner. This waits for
  // simultaneous offers, which the query below then finds.
  await tx.$executeRaw`
    delete from waiting_entries where partner_id = ${partner_id} and promotion_id is null and offered_at is null`;
  const offered = await tx.waitingEntry.findMany({
    where: { partner_id, promotion_id: null, offered_at: { not: null } },
    orderBy: { id: 'asc' },
  });
  for (const entry of offered) await removeEntry(tx, now, entry);
}

/**
 * Submits the booking of a held slot. Throws 409 if none is held, and if the discount code isn't valid anymore; the
 * next call then books without it.
 */
export async function acceptSlot(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, partner_id }: Owned,
): Promise<PromotionRow> {
  const booked = deps.db.$transaction(async (tx) => {
    await lockBookings(tx, partner_id);
    const entry = await lockEntry(tx, { id, partner_id });
    if (!entry.offer_ends_at || (entry.announced_at && entry.offer_ends_at <= deps.now()))
      throw conflict(
        'We’re not holding a slot for you on this date. Reload the page to see your place on the waiting list.',
      );
    return bookEntry(deps, tx, entry);
  });
  return booked.catch(async (error) => {
    if (!isAboutCode(error)) throw error;
    await dropCode(deps.db, id);
    throw conflict('Your discount code isn’t valid anymore. Book again to go ahead without it.');
  });
}

/** Locks an entry. Throws 404 for another partner's, and for one whose booking was submitted. */
async function lockEntry(tx: Tx, { id, partner_id }: Owned): Promise<Row> {
  await tx.$queryRaw`select id from waiting_entries where id = ${id} for update`;
  const entry = await tx.waitingEntry.findFirst({ where: { id, partner_id, promotion_id: null } });
  if (!entry) throw notFound();
  return entry;
}

/** Submits the booking; the slot stays held until staff decide. */
export async function bookEntry(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, entry: Row) {
  const promotion = await submit(deps, tx, entry.partner_id, bookingIn(entry.booking), RULES_OF_HELD_DATE);
  await tx.waitingEntry.update({ where: { id: entry.id }, data: { promotion_id: promotion.id } });
  return promotion;
}

export const isAboutCode = (error: unknown): boolean =>
  error instanceof AppError && 'discount_code' in ((error.body as { errors?: object }).errors ?? {});

export const dropCode = (db: Database | Tx, id: number) =>
  db.$executeRaw`update waiting_entries set booking = booking - 'discount_code' where id = ${id}`;
