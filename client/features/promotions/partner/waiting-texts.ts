import { formatDate } from '#shared/long-dates.ts';
import type { WaitingEntry } from '#shared/waiting-list.ts';

/** 'First in line. If a slot opens up, we’ll book it for you.' */
export const lineText = (entry: Pick<WaitingEntry, 'place' | 'auto_book' | 'conflicting_date'>) =>
  `${entry.place === 1 ? 'First in line' : `Number ${entry.place} in line`}. ${nextStep(entry)}`;

const nextStep = ({ auto_book, conflicting_date }: Pick<WaitingEntry, 'auto_book' | 'conflicting_date'>) =>
  conflicting_date
    ? `The book’s promotion on ${formatDate(conflicting_date)} is less than 30 days from this date, so ${auto_book ? 'we won’t book it' : 'you can’t book it'} unless that changes.`
    : `If a slot opens up, we’ll ${auto_book ? 'book it for you' : 'email you'}.`;

/** 'Leave the waiting list and give up the slot we’re holding for you on Thursday December 10th, 2026?' */
export const leaveQuestion = ({ date, offer_ends_at }: Pick<WaitingEntry, 'date' | 'offer_ends_at'>) =>
  `${offer_ends_at ? 'Leave the waiting list and give up the slot we’re holding for you on' : 'Leave the waiting list for'} ${formatDate(date)}?`;
