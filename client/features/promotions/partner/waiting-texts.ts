import { formatInstant } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import type { WaitingEntry } from '#shared/waiting-list.ts';

/** 'First in line. If a slot opens up, we’ll book it for you.' */
export const lineText = (entry: Pick<WaitingEntry, 'place' | 'auto_book' | 'conflicting_date'>) =>
  `${placeText(entry.place)}. ${nextStep(entry)}`;

const placeText = (place: number | null) =>
  place === null ? 'A slot opened up' : place === 1 ? 'First in line' : `Number ${place} in line`;

const nextStep = ({ auto_book, conflicting_date }: Pick<WaitingEntry, 'auto_book' | 'conflicting_date'>) =>
  conflicting_date
    ? conflictText(conflicting_date, auto_book ? 'we won’t book it' : 'you can’t book it')
    : `If a slot opens up, we’ll ${auto_book ? 'book it for you' : 'email you'}.`;

const conflictText = (date: string, consequence: string) =>
  `The book’s promotion on ${formatDate(date)} is less than 30 days from this date, so ${consequence} unless that changes.`;

/** 'A slot opened up. We’re holding it for you until Dec 8, 2026, 4:00 AM Pacific Time, at $0.45 per click.' */
export function offerText(offer: Offer): string {
  const { offer_ends_at, cpc_cents, conflicting_date } = offer;
  const held = `A slot opened up. We’re holding it for you until ${formatInstant(offer_ends_at)}, at ${formatCents(cpc_cents)} per click.`;
  return conflicting_date ? `${held} ${conflictText(conflicting_date, 'you can’t book it')}` : held;
}
type Offer = Pick<WaitingEntry, 'cpc_cents' | 'conflicting_date'> & { offer_ends_at: string };

/** 'Leave the waiting list and give up the slot we’re holding for you on Thursday December 10th, 2026?' */
export const leaveQuestion = ({ date, offer_ends_at }: Pick<WaitingEntry, 'date' | 'offer_ends_at'>) =>
  `${offer_ends_at ? 'Leave the waiting list and give up the slot we’re holding for you on' : 'Leave the waiting list for'} ${formatDate(date)}?`;
