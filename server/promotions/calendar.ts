/** Calendar feed of a partner's approved promotions. Calendar programs authenticate by the URL alone. */
import type { DateArray, EventAttributes } from 'ics';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { sha256, sign, unsign } from '#server/platform/signed.ts';
import { addDays, toIsoDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { approvedPromotions } from './queries.ts';

const PAST_DAYS = 365;

type Keyed = { id: number; encrypted_password: string; calendar_key: string | null };

/**
 * The purpose that a token is signed for. A new password changes it, which invalidates the old URL; rehashing the same
 * password doesn't, since `calendar_key` keeps the old value.
 */
const purposeOf = ({ encrypted_password, calendar_key }: Keyed) =>
  `calendar ${calendar_key ?? sha256(encrypted_password).toString('base64url')}`;

/** The feed's URL for a calendar program. */
export async function calendarUrl({ db, config }: Pick<Deps, 'db' | 'config'>, partner_id: number) {
  const partner = await db.partner.findUniqueOrThrow({ where: { id: partner_id } });
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(partner.id);
  return `${config.appUrl}/api/v1/promotions.ics?token=${sign(config.appSecret, purposeOf(partner), payload)}`;
}

/**
 * Calendar programs fetch the feed again after this time (RFC 7986). The library writes only Microsoft's own property.
 */
const REFRESH = 'PT1H';

/** Renders the calendar for a token; throws 404 if the token isn't valid. */
export async function renderCalendar(deps: Pick<Deps, 'db' | 'now' | 'config'>, token: string): Promise<string> {
  const partner = await findPartnerByToken(deps, token);
  if (!partner) throw notFound();
  const from = addDays(vancouverTime(deps.now()).date, -PAST_DAYS);
  const promotions = await approvedPromotions(deps.db, partner.id, from);
  const { createEvents } = await import('ics');
  const { error, value } = createEvents(
    promotions.map((promotion) => eventOf(deps, promotion)),
    { calName: 'Deckle promotions', productId: 'deckle/promotions', method: 'PUBLISH' },
  );
  if (error || value === null) throw error ?? new Error('calendar feed failed');
  return value.replace('METHOD:PUBLISH', `METHOD:PUBLISH\r\nREFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`);
}

/** The partner that the token names, if it was signed with that partner's key. */
async function findPartnerByToken({ db, config }: Pick<Deps, 'db' | 'config'>, token: string) {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < 4) return null;
  const id = bytes.readUInt32BE();
  if (id > 2 ** 31 - 1) return null;
  const partner = await db.partner.findFirst({ where: { id, deleted_at: null } });
  return partner && unsign(config.appSecret, purposeOf(partner), token)?.length === 4 ? partner : null;
}

type Approved = Awaited<ReturnType<typeof approvedPromotions>>[number];

function eventOf({ config }: Pick<Deps, 'config'>, promotion: Approved): EventAttributes {
  const date = toIsoDate(promotion.promotion_date!);
  const price_cents = promotion.sale_price_cents;
  return {
    uid: `promotion-${promotion.id}@${new URL(config.appUrl).hostname}`,
    start: dayOf(date),
    end: dayOf(addDays(date, 1)),
    title: `${oneLine(promotion.book.title)} in the newsletter (${promotion.category.name})`,
    description: `${price_cents === 0 ? 'Make the book free' : `Set the price to ${formatCents(price_cents)}`} in every store by 10:00 AM Pacific Time, and keep it that way through ${formatDate(toIsoDate(promotion.deal_ends_on))}.`,
    url: config.appUrl + paths.partnerPromotion(promotion.id),
    status: 'CONFIRMED',
    busyStatus: 'FREE',
    transp: 'TRANSPARENT',
    created: promotion.created_at.getTime(),
    lastModified: promotion.updated_at.getTime(),
  };
}

const dayOf = (date: string) => date.split('-').map(Number) as DateArray;

/** Control characters would end the line and start another property. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
