import { useRef, useState } from 'react';
import type { Promotion } from '#shared/promotions.ts';
import { doubtsText } from './verdict.ts';

/** A second press before anyone can have read the question doesn't answer it. */
const MIN_READING_MS = 600;

/**
 * The question before an approval despite failed rules, a doubtful price, or a missing cover or author. The first press
 * shows it, and the second one approves.
 */
export function useApprovalWarning() {
  const [shown, show] = useState('');
  const shownAt = useRef(0);
  return {
    textFor: (promotion: Promotion, date: string) => (shown === keyOf(promotion, date) ? warningText(promotion) : ''),
    /** Shows the question, and returns true, unless the editor has read it or there is nothing to ask. */
    warn(promotion: Promotion, date: string) {
      const key = keyOf(promotion, date);
      if (!doubtsText(promotion)) return false;
      if (shown === key) return performance.now() - shownAt.current < MIN_READING_MS;
      shownAt.current = performance.now();
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
