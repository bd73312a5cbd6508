import { useState } from 'react';
import type { Promotion } from '#shared/promotions.ts';
import { failedRulesText } from './verdict.ts';

/** The question before an approval despite failed rules. The first press shows it, and the second one approves. */
export function useApprovalWarning() {
  const [shown, show] = useState('');
  return {
    textFor: (promotion: Promotion, date: string) => (shown === keyOf(promotion, date) ? warningText(promotion) : ''),
    /** Shows the question, and returns true, unless the editor has seen it or no rule fails. */
    warn(promotion: Promotion, date: string) {
      const key = keyOf(promotion, date);
      if (shown === key || !failedRulesText(promotion)) return false;
      show(key);
      return true;
    },
    clear: () => show(''),
  };
}

const warningText = (promotion: Promotion) => `${failedRulesText(promotion)}. Press Approve again to approve anyway.`;

/** Differs if other rules fail, or for another version or date, about which the editor is asked again. */
const keyOf = ({ id, review_version, failed_rules }: Promotion, date: string) =>
  [id, review_version, date, failed_rules].join();
