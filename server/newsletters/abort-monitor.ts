/** Decides when a sender must stop before all rows are done. */
import type { MailTransport } from '#server/platform/mail.ts';
import type { DeliveryResult } from './deliver-one.ts';

export type AbortReason = { cause: 'closing' | 'paused' | 'trouble'; failure: string | null };

/**
 * After this many deferrals in a row, the relay counts as overloaded, so that the other emails don't each lose an
 * attempt.
 */
const MAX_DEFERRED_IN_A_ROW = 50;

export function createAbortMonitor(mail: MailTransport) {
  let stop: AbortReason | null = null;
  let deferredInARow = 0;

  const record = ({ outcome, stoppingError }: DeliveryResult) => {
    if (stoppingError) stop ??= { cause: 'trouble', failure: messageOf(stoppingError) };
    deferredInARow = outcome.state === 'deferred' ? deferredInARow + 1 : 0;
    if (deferredInARow === MAX_DEFERRED_IN_A_ROW) stop ??= { cause: 'trouble', failure: outcome.failure };
  };
  return {
    /** Records the results. Returns the reason to stop, or null. Later calls return the same reason. */
    check: (results: readonly DeliveryResult[]): AbortReason | null => {
      if (mail.isClosed()) stop ??= { cause: 'closing', failure: null };
      results.forEach(record);
      return stop;
    },
    pause: () => {
      stop ??= { cause: 'paused', failure: null };
    },
  };
}

const messageOf = (error: unknown) => String((error as Error)?.message ?? error).slice(0, 500);
