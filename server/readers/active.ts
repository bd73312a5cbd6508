import { Prisma, type ReaderStatus } from '#prisma';
import { DAY_MS } from '#shared/durations.ts';

const BOUNCE_DAYS = 90;

/** SQL condition on `readers r`, for every count of readers that Deckle shows: confirmed, subscribed, no recent bounce. */
export const isActiveReader = (now: Date) => Prisma.sql`
  (r.status = 'active' and r.confirmed_at is not null
    and (r.last_bounce_at is null or r.last_bounce_at < ${new Date(now.getTime() - BOUNCE_DAYS * DAY_MS)}))`;

/** Readers who may unsubscribe. Those whom we stopped emailing for lack of an answer never said that they don't want it. */
export const CAN_LEAVE: ReaderStatus[] = ['active', 'pending', 'sunset'];
