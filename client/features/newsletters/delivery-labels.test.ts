import { expect, it } from 'vitest';
import type { Delivery } from '#shared/deliveries.ts';
import { deliveryFacts } from './newsletter-labels.ts';

const DELIVERY: Delivery = {
  newsletter_id: 1,
  reader_id: 2,
  email: 'a@example.test',
  state: 'queued',
  attempts: 0,
  message_id: null,
  failure: null,
  handed_over_at: null,
  next_attempt_at: null,
  accepted_at: null,
};

it('shows when an email was tried or delivered, and why it failed', () => {
  expect(deliveryFacts(DELIVERY)).toBe('');
  const handed_over_at = '2026-12-01T18:00:05.000Z';
  expect(deliveryFacts({ ...DELIVERY, attempts: 1, handed_over_at, accepted_at: handed_over_at })).toBe(
    'delivered Dec 1, 2026, 11:00 AM Pacific Time',
  );
  const failed = { ...DELIVERY, attempts: 3, handed_over_at, failure: '550 no such user' };
  expect(deliveryFacts(failed)).toBe('tried Dec 1, 2026, 11:00 AM Pacific Time · 3 attempts · 550 no such user');
});
