import { addDays } from '#shared/dates.ts';
import type { Promotion } from '#shared/promotions.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';

/** From which day a declined book may come back ('YYYY-MM-DD'), or null for "at once". The longest wait counts. */
export function resubmitOn({ reason_codes, reviewed_at }: Pick<Promotion, 'reason_codes' | 'reviewed_at'>) {
  const wait = Math.max(0, ...reason_codes.map((code) => REASONS[code as ReasonCode]?.resubmit_after ?? 0));
  return wait > 0 && reviewed_at ? addDays(reviewed_at.slice(0, 10), wait) : null;
}
