import type { Referral, ReferralProgram, ReferralState, ReferralTotals } from '#shared/referral-records.ts';
import { REFERRAL } from './figures.ts';

export const KINDS: Record<Referral['kind'], string> = {
  reward: 'Reward for a paid promotion',
  welcome: 'Your welcome credit',
};

export const STATES: Record<ReferralState, string> = {
  pending: 'Pending',
  available: 'Added to your credit',
  cashed_out: 'Paid out',
  clawed_back: 'Taken back after a refund',
  held: 'Under review',
  rejected: 'Not granted',
};

/** What stays of it, in US cents. */
export const leftOf = ({ amount_cents, clawed_back_cents }: Referral) => amount_cents - clawed_back_cents;

/** Label and US cents, in the order of a reward's life; what is nothing is left out, but for the first two. */
export function totalsShown(totals: ReferralTotals): [label: string, cents: number][] {
  const always: [string, number][] = [
    ['Pending', totals.pending_cents],
    ['Added to your credit', totals.available_cents],
  ];
  const others: [string, number][] = [
    ['Under review', totals.held_cents],
    ['Paid out', totals.cashed_out_cents],
    ['Taken back after refunds', totals.clawed_back_cents],
    ['To be paid by later rewards', totals.owed_cents],
  ];
  return [...always, ...others.filter(([, cents]) => cents > 0)];
}

/** Ready to send; each says that the link rewards its sender. */
export const shareTexts = ({ link }: ReferralProgram): { label: string; text: string }[] => [
  {
    label: 'A mail to one author',
    text: `I book my promotions with Deckle: I pay per click afterwards, with a ceiling, and I see which clicks were thrown out. With this link you get ${REFERRAL.welcome} off your first one, and I get a share: ${link}`,
  },
  {
    label: 'A post',
    text: `Deckle puts discounted ebooks in front of readers and bills per click. ${REFERRAL.welcome} off your first promotion with my referral link (I earn from it): ${link}`,
  },
];
