import { expect, it } from 'vitest';
import { REFERRAL, rewardFor } from '#shared/referral-facts.ts';
import { remainingCents, shareTexts, visibleTotals } from './referral-labels.ts';

const NO_REWARDS = {
  pending_cents: 0,
  held_cents: 0,
  available_cents: 0,
  cashed_out_cents: 0,
  clawed_back_cents: 0,
  owed_cents: 0,
};

it('always shows pending rewards and credit, and other totals only if there are any', () => {
  expect(visibleTotals(NO_REWARDS)).toEqual([
    ['Pending', 0],
    ['Added to your credit', 0],
  ]);
  expect(visibleTotals({ ...NO_REWARDS, pending_cents: 120, owed_cents: 30 })).toEqual([
    ['Pending', 120],
    ['Added to your credit', 0],
    ['You owe this; we’ll deduct it from future rewards', 30],
  ]);
});

it('subtracts the clawed-back part from a reward', () => {
  expect(remainingCents({ amount_cents: 200, clawed_back_cents: 67 } as never)).toBe(133);
});

it('puts the link into every text, and discloses the reward', () => {
  const texts = shareTexts({
    code: 'ada',
    link: 'https://deckle.test/?aff_id=ada',
    visits: 0,
    sign_ups: 0,
    welcome_credit_cents: 0,
  });
  expect(texts).toHaveLength(2);
  for (const { text } of texts)
    expect(text).toMatch(/\$10 off.+(I earn a share|I earn from it).*: https:\/\/deckle\.test\/\?aff_id=ada$/);
});

it('states the program’s numbers', () => {
  expect(REFERRAL).toEqual({
    welcome: '$10',
    reward: '20%',
    period: '12 months',
    pending: '30 days',
    memory: '90 days',
    cashOut: '$50',
    ending: '?aff_id=yourcode',
  });
  expect(rewardFor(31_200)).toBe('$62.40');
});
