import { expect, it } from 'vitest';
import {
  canceledText,
  clicksText,
  closesAt,
  closingText,
  contentText,
  deliveriesText,
  emptyText,
  progressText,
  promotionsText,
  unresolvedCount,
} from './newsletter-labels.ts';

const counts = { deliveries_total: 1200, delivered_count: 1100, bounced_count: 3 };

it('closes a weekly newsletter five minutes after the cutoff', () => {
  const cutoff = '2026-12-05T17:00:00.000Z';
  expect(closesAt('daily', cutoff)).toBe(cutoff);
  expect(closesAt('weekly', cutoff)).toBe('2026-12-05T17:05:00.000Z');
});

it('counts promotions', () => {
  expect([0, 1, 5].map(promotionsText)).toEqual(['0 promotions', '1 promotion', '5 promotions']);
});

it('says why a newsletter was canceled', () => {
  expect(canceledText({ kind: 'daily', promotions_count: 0 })).toBe(
    'No promotion on this date was booked, or none could be sent, so nothing was sent.',
  );
  expect(canceledText({ kind: 'weekly', promotions_count: 0 })).toBe('No deal ran this week, so nothing was sent.');
  expect(canceledText({ kind: 'weekly', promotions_count: 12 })).toBe(
    'This newsletter had no recipients, so nothing was sent.',
  );
});

it('shows how many emails are delivered', () => {
  expect(deliveriesText({ status: 'sending', ...counts })).toBe('1,100 of 1,200 emails delivered, 3 bounced');
  expect(deliveriesText({ status: 'sent', ...counts, bounced_count: 0 })).toBe('1,100 of 1,200 emails delivered');
  expect(deliveriesText({ status: 'draft', ...counts })).toBe('');
});

it('counts the emails that are neither delivered nor bounced', () => {
  expect(unresolvedCount({ status: 'sending', ...counts })).toBe(97);
  expect(unresolvedCount({ status: 'sent', deliveries_total: 5, delivered_count: 5, bounced_count: 1 })).toBe(0);
});

it('lists the emails by state, without empty states except delivered', () => {
  const progress = {
    newsletter_id: 1,
    status: 'sending' as const,
    paused_at: null,
    ended_at: null,
    deliveries_total: 1200,
    delivered_count: 0,
    bounced_count: 0,
    suppressed_count: 0,
    uncertain_count: 0,
    clicks_count: 0,
    left_count: 1200,
  };
  expect(progressText(progress)).toBe('0 delivered · 1,200 pending');
  expect(
    progressText({ ...progress, delivered_count: 1195, left_count: 0, bounced_count: 3, uncertain_count: 2 }),
  ).toBe('1,195 delivered · 3 bounced · 2 uncertain');
});

it('adds up the counted clicks', () => {
  const sent_at = '2026-12-01T18:00:00.000Z';
  const settled = { clicks_billable: 570, clicks_total: 600, sent_at, settled_at: '2026-12-04T15:00:00.000Z' };
  const pending = { clicks_billable: 0, clicks_total: 0, sent_at, settled_at: null };
  const unsendable = { ...pending, sent_at: null };
  expect(clicksText([pending])).toBe('counted 72 hours after sending');
  expect(clicksText([pending], 1234)).toBe('1,234 so far; final 72 hours after sending');
  expect(clicksText([settled, settled])).toBe('1,140 billable of 1,200');
  expect(clicksText([settled, pending])).toBe('570 billable of 600 (1 of 2 counted)');
  expect(clicksText([settled, unsendable])).toBe('570 billable of 600');
});

it('says where an empty draft’s deals come from: approvals, or the week’s daily newsletters for a weekly one', () => {
  const draft = { status: 'draft', newsletter_date: '2026-12-05' } as const;
  expect(emptyText({ ...draft, kind: 'daily' }).hint).toMatchObject({
    text: 'Promotions you approve for this date will appear here.',
    query: '?date_from=2026-12-05&date_to=2026-12-05',
  });
  expect(emptyText({ ...draft, kind: 'weekly' })).toEqual({
    title: 'No deals in this week’s edition yet',
    hint: {
      text: 'Deals of the daily newsletters from Sunday November 29th, 2026 to Saturday December 5th, 2026 appear here when their newsletter closes. Deals that end before Saturday December 5th, 2026 are left out.',
      button: 'View this week’s promotions',
      query: '?status=awaiting+promotion+date&date_from=2026-11-29&date_to=2026-12-05',
    },
  });
});

it.each([
  ['daily', 'cancelled'],
  ['weekly', 'failed'],
] as const)('expects no more promotions in a %s newsletter that is %s', (kind, status) => {
  expect(emptyText({ kind, status, newsletter_date: '2026-12-05' })).toEqual({
    title: 'No promotions in this newsletter',
  });
});

it('describes the content of a draft, and the result of closing it', () => {
  const draft = {
    kind: 'daily',
    status: 'draft',
    promotions_count: 3,
    places_left: 1,
    awaiting_review_count: 2,
    waiting_count: 0,
  } as const;
  expect(contentText(draft)).toBe('3 promotions, 1 slot left, 2 to review');
  expect(contentText({ ...draft, awaiting_review_count: 0, places_left: 90 })).toBe('3 promotions, 90 slots left');
  expect(contentText({ ...draft, places_left: 0, waiting_count: 3 })).toBe(
    '3 promotions, 0 slots left, 2 to review, 3 on the waiting list',
  );
  expect(contentText({ ...draft, kind: 'weekly' })).toBe('3 promotions so far');
  expect(contentText({ ...draft, status: 'sent' })).toBe('3 promotions');
  const closing = {
    newsletter_id: 1,
    newsletter_date: '2026-12-01',
    deals_count: 1,
    readers_count: 1,
    is_estimate: false,
  };
  expect(closingText(closing)).toBe('1 deal will go to 1 reader.');
  expect(closingText({ ...closing, deals_count: 12, readers_count: 412_000, is_estimate: true })).toBe(
    '12 deals will go to about 412,000 readers.',
  );
  expect(closingText({ ...closing, deals_count: 0 })).toBe('It has no deals yet, so it can’t be closed.');
});
