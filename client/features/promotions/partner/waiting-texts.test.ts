import { expect, it } from 'vitest';
import { leaveQuestion, lineText, offerText } from './waiting-texts.ts';

it('asks whether to give up the place in line or the held slot, with its date', () => {
  const date = '2026-12-10';
  expect(leaveQuestion({ date, offer_ends_at: null })).toBe('Leave the waiting list for Thursday December 10th, 2026?');
  expect(leaveQuestion({ date, offer_ends_at: '2026-12-08T12:00:00Z' })).toBe(
    'Leave the waiting list and give up the slot we’re holding for you on Thursday December 10th, 2026?',
  );
});

it('doesn’t promise a date that is too close to another promotion of the book', () => {
  const entry = { place: 1, auto_book: true, conflicting_date: null };
  expect(lineText(entry)).toBe('First in line. If a slot opens up, we’ll book it for you.');
  expect(lineText({ ...entry, conflicting_date: '2026-12-20' })).toBe(
    'First in line. The book’s promotion on Sunday December 20th, 2026 is less than 30 days from this date, so we won’t book it unless that changes.',
  );
  expect(lineText({ ...entry, place: null, auto_book: false, conflicting_date: '2026-12-20' })).toMatch(
    /^A slot opened up\. The book’s promotion on .* so you can’t book it unless that changes\.$/,
  );
  expect(lineText({ ...entry, place: 2, auto_book: false, conflicting_date: '2026-12-20' })).toBe(
    'Number 2 in line. The book’s promotion on Sunday December 20th, 2026 is less than 30 days from this date, so you can’t book it unless that changes.',
  );
});

it('says how long a slot is held, and whether it can be booked', () => {
  const offer = { offer_ends_at: '2026-12-08T12:00:00Z', cpc_cents: 45, conflicting_date: null };
  const held =
    'A slot opened up. We’re holding it for you until Dec 8, 2026, 5:00 AM Pacific Time, at $0.45 per click.';
  expect(offerText(offer)).toBe(held);
  expect(offerText({ ...offer, conflicting_date: '2026-12-20' })).toBe(
    `${held} The book’s promotion on Sunday December 20th, 2026 is less than 30 days from this date, so you can’t book it unless that changes.`,
  );
});
