/** Whether a send must stop before its rows are done. */
import type { MailTransport } from '#server/platform/mail.ts';
import type { Handed } from './hand-one.ts';

export type Stop = { because: 'closing' | 'paused' | 'trouble'; failure: string | null };

/** So many put off one after the other: the relay wants rest, and the other mails should not lose an attempt to it. */
const DEFERRED_IN_A_ROW = 50;

export function stopWatch(mail: MailTransport) {
  let stop: Stop | null = null;
  let deferredInARow = 0;

  const lookAt = ({ outcome, trouble }: Handed) => {
    if (trouble) stop ??= { because: 'trouble', failure: messageOf(trouble) };
    deferredInARow = outcome.state === 'deferred' ? deferredInARow + 1 : 0;
    if (deferredInARow === DEFERRED_IN_A_ROW) stop ??= { because: 'trouble', failure: outcome.failure };
  };
  return {
    /** Once it must stop, it stays so. */
    look: (handed: readonly Handed[]): Stop | null => {
      if (mail.isClosed()) stop ??= { because: 'closing', failure: null };
      handed.forEach(lookAt);
      return stop;
    },
    pause: () => {
      stop ??= { because: 'paused', failure: null };
    },
  };
}

const messageOf = (error: unknown) => String((error as Error)?.message ?? error).slice(0, 500);
