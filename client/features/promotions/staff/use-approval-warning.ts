import { useState } from 'react';
import type { Promotion } from '#shared/promotions.ts';
import { doubtsText } from './verdict.ts';

/**
 * The question before an approval despite failed rules or a doubtful price. The first press shows it, and the second
 * one approves.
 */
export function useApprovalWarning() {
  const [shown, show] = useState('');
  return {
    textFor: (promotion: Promotion, date: string) => (shown === keyOf(promotion, date) ? warningText(promotion) : ''),
    /** Shows the question, and returns true, unless the editor has seen it or there is nothing to ask. */
    warn(promotion: Promotion, date: string) {
      const key = keyOf(promotion, date);
      if (shown === key || !doubtsText(promotion)) return false;
      show(key);
      return true;
    },
    clear: () => show(''),
  };
}

const warningText = (promotion: Promotion) => `${doubtsText(promotion)}. Approve anyway?`;

/** Changes with the version, the date, or the doubts; the editor is then asked again. */
const keyOf = (promotion: Promotion, date: string) =>
  [promotion.id, promotion.review_version, date, doubtsText(promotion)].join();
