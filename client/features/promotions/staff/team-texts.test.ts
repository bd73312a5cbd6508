import { expect, it } from 'vitest';
import { ageText, eventText, initials } from './team-texts.ts';

it('rounds the age of an event down', () => {
  expect([0, 59, 60, 3599, 3600, 86_399, 86_400].map(ageText)).toEqual([
    '0 s ago',
    '59 s ago',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '23 h ago',
    '1 d ago',
  ]);
});

it('names who acted', () => {
  const approval = { action: 'approve', actor: 'user' } as const;
  expect(eventText('Approved', { ...approval, actor_name: 'Sam Reed' })).toBe('Approved by Sam Reed');
  expect(eventText('Approved', approval)).toBe('Approved by staff');
  expect(eventText('Canceled', { action: 'cancel', actor: 'partner' })).toBe('Canceled by the partner');
  expect(eventText('Sent to readers', { action: 'send', actor: 'system' })).toBe('Sent to readers');
  expect(eventText('Payment failed', { action: 'charge', actor: 'user', actor_name: 'Sam Reed' })).toBe(
    'Payment failed; charged by Sam Reed',
  );
});

it('shortens names to the initials of the first and the last word', () => {
  expect(['Sam Reed', ' Maria da  Silva ', 'Ó', '𝒜da Quill', ''].map(initials)).toEqual(['SR', 'MS', 'Ó', '𝒜Q', '']);
});
