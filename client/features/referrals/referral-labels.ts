import { REFERRAL } from '#shared/referral-facts.ts';
import type { Referral, ReferralProgram, ReferralState, ReferralTotals } from '#shared/referral-records.ts';

export const KIND_LABELS: Record<Referral['kind'], string> = {
  reward: 'Reward for a paid promotion',
  welcome: 'Your welcome credit',
};

export const STATE_LABELS: Record<ReferralState, string> = {
  pending: 'Pending',
  available: 'Added to your credit',
  cashed_out: 'Paid out',
  clawed_back: 'Reversed after a refund or chargeback',
  held: 'Under review',
  rejected: 'Declined',
};

/** The reward in US cents, less the part that was clawed back. */
export const remainingCents = ({ amount_cents, clawed_back_cents }: Referral) => amount_cents - clawed_back_cents;

/** Labels and US cents. Zero amounts are omitted, except the first two. */
export function visibleTotals(totals: ReferralTotals): [label: string, cents: number][] {
  const always: [string, number][] = [
    ['Pending', totals.pending_cents],
    ['Added to your credit', totals.available_cents],
  ];
  const others: [string, number][] = [
    ['Under review', totals.held_cents],
    ['Paid out', totals.cashed_out_cents],
    ['Reversed after refunds or chargebacks', totals.clawed_back_cents],
    ['You owe this; we’ll deduct it from future rewards', totals.owed_cents],
  ];
  return [...always, ...others.filter(([, cents]) => cents > 0)];
}

/** Texts to share, each of which discloses that the link rewards its sender. */
export const shareTexts = ({ link }: ReferralProgram): { label: string; action: string; text: string }[] => [
  {
    label: 'Email to an author',
    action: 'Copy the email',
    text: `I promote my books with Deckle. I pay per click after the newsletter, never more than $60, and I see which clicks weren’t billed. Use my link for ${REFERRAL.welcome} off your first promotion; I earn a share of what you pay: ${link}`,
  },
  {
    label: 'Post',
    action: 'Copy the post',
    text: `Deckle puts discounted ebooks in front of readers and bills per click. ${REFERRAL.welcome} off your first promotion with my referral link (I earn from it): ${link}`,
  },
];
