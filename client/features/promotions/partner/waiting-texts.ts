import { formatDate } from '#shared/long-dates.ts';
import type { WaitingEntry } from '#shared/waiting-list.ts';

/** 'First in line. If a slot opens up, we’ll book it for you.' */
export const lineText = ({ place, auto_book }: Pick<WaitingEntry, 'place' | 'auto_book'>) =>
  `${place === 1 ? 'First in line' : `Number ${place} in line`}. If a slot opens up, we’ll ${auto_book ? 'book it for you' : 'email you'}.`;

/** 'Leave the waiting list and give up the slot we’re holding for you on Thursday December 10th, 2026?' */
export const leaveQuestion = ({ date, offer_ends_at }: Pick<WaitingEntry, 'date' | 'offer_ends_at'>) =>
  `${offer_ends_at ? 'Leave the waiting list and give up the slot we’re holding for you on' : 'Leave the waiting list for'} ${formatDate(date)}?`;
