/**
 * Calendar of the demo's promotions: slots per category, one book of an author per newsletter, thirty days between
 * promotions of a book.
 */

import type { Random } from '#server/platform/random.ts';
import { daysBetween } from '#shared/dates.ts';
import type { SeedBook, SeedCategory } from './books.ts';
import { PAST_DAYS, type SeedTime } from './seed-time.ts';

/** A promotion before its rows exist. */
export type PlannedPromotion = { book: SeedBook; category: SeedCategory; date: string; hasTopSpot: boolean };
export type Calendar = ReturnType<typeof createCalendar>;

const REPEAT_DAYS = 30;
const TOP_SPOT_SHARE = 0.18;

export function createCalendar() {
  const plannedPromotions: PlannedPromotion[] = [];
  const plannedByDate = new Map<string, PlannedPromotion[]>();
  const datesByBook = new Map<number, string[]>();

  const fits = ({ book, category, date, hasTopSpot }: PlannedPromotion) => {
    const sameDay = plannedByDate.get(date) ?? [];
    const sameCategory = sameDay.filter((other) => other.category.id === category.id);
    const dates = datesByBook.get(book.id) ?? [];
    return (
      sameDay.every((other) => other.book.author_id !== book.author_id) &&
      sameCategory.length < category.daily_slots &&
      !(hasTopSpot && sameCategory.some((other) => other.hasTopSpot)) &&
      dates.every((other) => Math.abs(daysBetween(other, date)) >= REPEAT_DAYS)
    );
  };
  const schedule = (planned: PlannedPromotion) => {
    if (!fits(planned)) throw new Error(`${planned.book.title} cannot run on ${planned.date}`);
    plannedPromotions.push(planned);
    plannedByDate.set(planned.date, [...(plannedByDate.get(planned.date) ?? []), planned]);
    datesByBook.set(planned.book.id, [...(datesByBook.get(planned.book.id) ?? []), planned.date]);
    return planned;
  };
  return { plannedPromotions, fits, schedule };
}

/**
 * Schedules the sent and approved promotions of all partners except the demo partner: three to five a day in the past,
 * ten in the open newsletter, and one to three on each of the next nine days.
 */
export function fillCalendar({
  calendar,
  books,
  time,
  random,
}: {
  calendar: Calendar;
  books: SeedBook[];
  time: SeedTime;
  random: Random;
}) {
  // Scheduled books move to the end, so the first book has gone the longest without a promotion.
  const queue = random.shuffle(books);
  const fill = (date: string, count: number) => {
    for (let placed = 0; placed < count; placed++) {
      const planned = planFirstFitting(calendar, queue, date, random);
      if (!planned) return;
      queue.push(...queue.splice(queue.indexOf(calendar.schedule(planned).book), 1));
    }
  };
  for (let day = -PAST_DAYS; day < 0; day++) fill(time.day(day), random.between(3, 5));
  fill(time.day(0), 10);
  for (let day = 1; day < 10; day++) fill(time.day(day), random.between(1, 3));
}

/** Plans a promotion of the first book in the queue that fits on the date. Returns null if none does. */
export function planFirstFitting(
  calendar: Calendar,
  queue: readonly SeedBook[],
  date: string,
  random: Random,
): PlannedPromotion | null {
  for (const book of queue) {
    const category = book.other_category && random.chance(0.25) ? book.other_category : book.category;
    const planned = { book, category, date, hasTopSpot: random.chance(TOP_SPOT_SHARE) };
    if (calendar.fits(planned)) return planned;
  }
  return null;
}
