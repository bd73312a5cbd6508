import type { Promotion } from '#shared/promotions.ts';
import { isUndecided } from '#shared/status.ts';
import { isDatePassed, isEmailUnverified } from './approval.ts';

type Facts = Pick<
  Promotion,
  'display_status' | 'open_dates' | 'card' | 'partner' | 'failed_rules' | 'changed_since_review' | 'at_risk'
>;
export type Verdict = { tone: 'good' | 'bad' | 'plain'; text: string };

const bad = (text: string): Verdict => ({ tone: 'bad', text });

/** A promotion's verdict in a few words, for the list: why it can't be approved, "rules met", or its status. */
export function verdictOf(promotion: Facts): Verdict {
  const { display_status, card, failed_rules = [], changed_since_review, at_risk } = promotion;
  if (!isUndecided(display_status)) {
    if (at_risk) return bad('won’t be sent');
    return { tone: 'plain', text: changed_since_review ? 'changed' : display_status };
  }
  if (display_status === 'awaiting partner feedback') return { tone: 'plain', text: 'awaiting partner' };
  if (isDatePassed(promotion)) return bad('date passed');
  if (card === null || card?.is_chargeable === false) return bad('no valid card');
  if (isEmailUnverified(promotion)) return bad('email unverified');
  if (failed_rules.length)
    return bad(failed_rules.length === 1 ? '1 rule failed' : `${failed_rules.length} rules failed`);
  return { tone: 'good', text: 'rules met' };
}
