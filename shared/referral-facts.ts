/** The referral program's numbers as text. */
import { formatCents } from '#shared/money.ts';
import {
  MIN_CASH_OUT_CENTS,
  REFERRAL_MEMORY_DAYS,
  REFERRAL_PARAMETER,
  REWARD_MONTHS,
  REWARD_PENDING_DAYS,
  REWARD_PERCENT,
  WELCOME_CREDIT_CENTS,
} from '#shared/referrals.ts';

/** 1000 → '$10' */
const dollars = (cents: number) => formatCents(cents).replace(/\.00$/, '');

export const REFERRAL = {
  welcome: dollars(WELCOME_CREDIT_CENTS),
  reward: `${REWARD_PERCENT}%`,
  period: `${REWARD_MONTHS} months`,
  pending: `${REWARD_PENDING_DAYS} days`,
  memory: `${REFERRAL_MEMORY_DAYS} days`,
  cashOut: dollars(MIN_CASH_OUT_CENTS),
  /** The query string of a referral link. */
  ending: `?${REFERRAL_PARAMETER}=yourcode`,
} as const;

/** The reward for payments of `cents` in total, such as '$62.40'. */
export const rewardFor = (cents: number) => formatCents(Math.round((cents * REWARD_PERCENT) / 100));
