/**
 * Takes, releases, and offers slots, and chooses a promotion's date at its approval. One guarded statement takes a
 * slot, and a check constraint keeps the count within the capacity. A freed slot goes to the waiting list first. See
 * docs/decisions/0020-the-database-decides-races.md.
 */
import { businessDate, cutoffOf } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { formatDate } from '#shared/long-dates.ts';
import { REASONS } from '#shared/reasons.ts';
import { type DateFacts, failedRulesOn } from './eligibility.ts';
import { datesOfOthers, otherPromotions } from './queries.ts';
import { namedDates } from './state.ts';
import type { LockedPromotion } from './transition.ts';

/**
 * Takes a slot on the chosen date. If none was chosen, takes one on the first of the partner's dates that has a slot
 * and satisfies the rules; dates without a free top spot come last if the partner booked that. Throws 409 `date_full`
 * if no slot is free, and 422 if the partner didn't name the chosen date, or if all dates have closed or break a rule.
 */
export async function bookDate(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  promotion: LockedPromotion,
  chosen: string | undefined,
): Promise<string> {
  const open = await openDatesAmong(deps, tx, promotion, chosen);
  // Staff who choose a date have already judged it.
  const dates = chosen ? open : await eligibleDatesAmong(deps, tx, promotion, open);
  const addonsTakenOn = await datesWithTakenAddons(tx, promotion, dates);
  // Dates without a free top spot come last: moving the add-on there fails with an error that says so.
  for (const date of dates.toSorted((a, b) => Number(addonsTakenOn.has(a)) - Number(addonsTakenOn.has(b)))) {
    const slot = { date, category_id: promotion.category_id };
    if ((await consumeHeldSlot(tx, promotion.id, slot)) || (await takeSlot(tx, slot))) {
      await releaseHeldSlot(tx, deps.now(), promotion.id);
      return date;
    }
  }
  throw conflict(REASONS.date_full.explanation, { code: 'date_full' });
}

async function openDatesAmong(deps: Pick<Deps, 'now'>, tx: Tx, promotion: LockedPromotion, chosen: string | undefined) {
  const named = namedDates(promotion);
  if (chosen && !named.includes(chosen)) throw dateNotNamedError('promotion_date');
  const candidates = chosen ? [chosen] : named;
  const closed = await closedDatesAmong(tx, candidates);
  const first = businessDate(deps.now());
  const dates = candidates.filter((date) => date >= first && !closed.has(date));
  if (!dates.length) throw invalid({ promotion_date: [chosen ? closedText(chosen) : ALL_CLOSED] });
  return dates;
}

/** A promotion never runs on a date its partner didn't agree to. */
export const dateNotNamedError = (field: string) =>
  invalid(
    {
      [field]: [
        'The partner didn’t request this date. If the promotion is approved, reopen it first. Then propose the date (propose_date); the promotion can run once the partner confirms.',
      ],
    },
    { codes: ['date_not_named'] },
  );

const closedText = (date: string) =>
  `The newsletter for ${formatDate(date)} has closed. Choose an open date, or propose one to the partner.`;
const ALL_CLOSED = 'All of the partner’s dates have closed. Propose an open date to the partner.';

/**
 * Checks the rules about the date again: since the submission, other promotions of the book or author may have been
 * booked on or near these dates. If every date breaks a rule, throws 422 with the rules that the first one breaks.
 */
async function eligibleDatesAmong(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  promotion: LockedPromotion,
  dates: readonly string[],
) {
  const { id, book } = promotion;
  const facts: DateFacts = {
    ...{ business_date: businessDate(deps.now()), is_staff: true },
    book: { published_on: book.published_on && toIsoDate(book.published_on) },
    ...datesOfOthers(await otherPromotions(tx, [book]), book, id),
  };
  const eligible = dates.filter((date) => !failedRulesOn(facts, date).length);
  if (eligible.length) return eligible;
  const codes = failedRulesOn(facts, dates[0]!);
  const promotion_date = codes.map((code) => REASONS[code].explanation);
  throw invalid({ promotion_date }, { codes });
}

/**
 * Finds the dates whose newsletter has closed, at the cutoff or earlier by staff. The others can't close before this
 * transaction ends.
 */
export async function closedDatesAmong(tx: Tx, dates: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ newsletter_date: Date; status: string }[]>`
    select newsletter_date, status::text from newsletters
    where kind = 'daily' and newsletter_date = any(${[...dates]}::date[]) order by id for share`;
  return new Set(rows.filter(({ status }) => status !== 'draft').map((row) => toIsoDate(row.newsletter_date)));
}

/**
 * The dates on which another promotion holds one of this promotion's add-ons. This may be out of date; the unique index
 * decides.
 */
export async function datesWithTakenAddons(
  tx: Tx,
  { id, category_id, addons }: LockedPromotion,
  dates: readonly string[],
) {
  const taken = await tx.promotionAddon.findMany({
    where: {
      addon_id: { in: addons.map(({ addon_id }) => addon_id) },
      date: { in: dates.map(parseDate) },
      category_id,
      state: { in: ['held', 'confirmed'] },
      promotion_id: { not: id },
    },
    select: { date: true },
  });
  return new Set(taken.map(({ date }) => toIsoDate(date)));
}

export type SlotKey = { date: string; category_id: number };

/** Takes a slot; false if none is free. */
export async function takeSlot(tx: Tx, { date, category_id }: SlotKey): Promise<boolean> {
  const taken = await tx.$executeRaw`
    insert into newsletter_promotion_counts as count (newsletter_date, category_id, capacity, promotions_in_total)
    select ${parseDate(date)}::date, id, daily_slots, 1 from categories where id = ${category_id} and daily_slots > 0
    on conflict (newsletter_date, category_id) do update set promotions_in_total = count.promotions_in_total + 1
    where count.promotions_in_total < count.capacity`;
  return taken === 1;
}

/** Locks slots in a fixed order, so that two promotions that swap theirs don't deadlock. */
export const lockSlots = (tx: Tx, slots: readonly SlotKey[]) => tx.$queryRaw`
    select c.id from newsletter_promotion_counts c
    join unnest(${slots.map(({ date }) => date)}::date[], ${slots.map(({ category_id }) => category_id)}::int[]) as p(date, category_id)
      on c.newsletter_date = p.date and c.category_id = p.category_id
    order by c.id for update of c`;

/** True if a slot is free at the moment; another caller may take it first. */
export async function hasFreeSlot(tx: Tx, { date, category_id }: SlotKey): Promise<boolean> {
  const newsletter_date = parseDate(date);
  const count = await tx.newsletterPromotionCount.findUnique({
    where: { newsletter_date_category_id: { newsletter_date, category_id } },
  });
  return count !== null && count.promotions_in_total < count.capacity;
}

/** Releases a slot. If more slots were taken than the category now has, it can't be taken again. */
export async function releaseSlot(tx: Tx, { date, category_id }: SlotKey) {
  // An UPDATE that waited for a change of the limit would still read the old one.
  await lockSlots(tx, [{ date, category_id }]);
  await tx.$executeRaw`
    update newsletter_promotion_counts set promotions_in_total = promotions_in_total - 1,
      capacity = greatest(promotions_in_total - 1, least(capacity, daily_slots))
    from categories where categories.id = category_id
      and newsletter_date = ${parseDate(date)}::date and category_id = ${category_id} and promotions_in_total > 0`;
}

/** Releases a slot, and offers it to the first in line. */
export async function releaseAndOfferSlot(tx: Tx, now: Date, slot: SlotKey) {
  await releaseSlot(tx, slot);
  await offerSlot(tx, now, slot);
}

/** Time that the first in line has to answer. */
const OFFER_MS = 12 * HOUR_MS;

/**
 * Takes a free slot for the first in line. False if nobody waits, no slot is free, or partners can't book the date
 * anymore. The sweep of waiting-sweep.ts asks the partner, or submits the booking.
 */
export async function offerSlot(tx: Tx, now: Date, { date, category_id }: SlotKey): Promise<boolean> {
  if (bookableUntil(date) <= now) return false;
  if (!(await tx.waitingEntry.count({ where: { date: parseDate(date), category_id, offered_at: null } }))) return false;
  // The slot comes first: its row lock keeps the order of the line among simultaneous offers.
  if (!(await takeSlot(tx, { date, category_id }))) return false;
  // An entry that is locked is about to leave the line.
  const [next] = await tx.$queryRaw<{ id: number }[]>`
    select w.id from waiting_entries w join partners p on p.id = w.partner_id
    where w.date = ${parseDate(date)}::date and w.category_id = ${category_id} and w.offered_at is null
      and p.deleted_at is null and p.blocked_reason is null
    order by w.id limit 1 for update of w skip locked`;
  if (!next) {
    await releaseSlot(tx, { date, category_id });
    return false;
  }
  await tx.waitingEntry.update({
    where: { id: next.id },
    data: { offered_at: now, offer_ends_at: offerEnd(now, date) },
  });
  return true;
}

/** The end of an offer made now: in 12 hours, or earlier if partners can't book the date anymore by then. */
export const offerEnd = (now: Date, date: string) =>
  new Date(Math.min(now.getTime() + OFFER_MS, bookableUntil(date).getTime()));

/** The cutoff after which partners can't book a date anymore: that of the day before. */
export const bookableUntil = (date: string) => cutoffOf(addDays(date, -1));

/** Makes the slot that is held for the promotion its own; false if none is held on this date. */
async function consumeHeldSlot(tx: Tx, promotion_id: number, { date, category_id }: SlotKey) {
  const { count } = await tx.waitingEntry.deleteMany({
    where: { promotion_id, date: parseDate(date), category_id },
  });
  return count === 1;
}

/** Frees the slot that is held for a promotion, unless it's the one to keep. */
export async function releaseHeldSlot(tx: Tx, now: Date, promotion_id: number, keep?: SlotKey) {
  const held = await tx.waitingEntry.findUnique({ where: { promotion_id } });
  if (!held) return;
  const slot = { date: toIsoDate(held.date), category_id: held.category_id };
  if (keep && keep.date === slot.date && keep.category_id === slot.category_id) return;
  const { count } = await tx.waitingEntry.deleteMany({ where: { id: held.id } });
  if (count) await releaseAndOfferSlot(tx, now, slot);
}

/** Inserts missing rows for every category and date of the period, with the category's current capacity. */
export async function ensurePromotionCounts({ db, from, days }: { db: Database | Tx; from: string; days: number }) {
  await db.$executeRaw`
    insert into newsletter_promotion_counts (newsletter_date, category_id, capacity)
    select newsletter_date::date, categories.id, categories.daily_slots
    from generate_series(${parseDate(from)}::date, ${parseDate(addDays(from, days - 1))}::date, interval '1 day') as newsletter_date
    cross join categories
    order by 1, 2
    on conflict (newsletter_date, category_id) do nothing`;
}
