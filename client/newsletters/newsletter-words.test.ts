import { expect, it } from 'vitest';
import { deliveriesText, openCount, promotionsText } from './newsletter-words.ts';

const counts = { deliveries_total: 1200, delivered_count: 1100, bounced_count: 3 };

it('counts promotions', () => {
  expect([0, 1, 5].map(promotionsText)).toEqual(['0 promotions', '1 promotion', '5 promotions']);
});

it('tells how far the mails have come', () => {
  expect(deliveriesText({ status: 'sending', ...counts })).toBe('1,100 of 1,200 mails delivered, 3 bounced');
  expect(deliveriesText({ status: 'sent', ...counts, bounced_count: 0 })).toBe('1,100 of 1,200 mails delivered');
  expect(deliveriesText({ status: 'draft', ...counts })).toBe('');
});

it('counts the mails that are still open', () => {
  expect(openCount({ status: 'sending', ...counts })).toBe(97);
  expect(openCount({ status: 'sent', deliveries_total: 5, delivered_count: 5, bounced_count: 1 })).toBe(0);
});
