import { ERROR_SAMPLE_RATE } from '#shared/business.ts';

/** Twelve letters and digits: short enough to read out. */
export const newErrorId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

/** Tells the server of a crash whose ID a person was shown, so every one is sent. Never throws. */
export function reportError(error: unknown, errorId: string) {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const body = JSON.stringify({
    error_id: errorId,
    message: message.slice(0, 500),
    stack: stack?.slice(0, 4000) ?? null,
    path: location.pathname,
  });
  navigator.sendBeacon?.('/api/v1/client_errors', new Blob([body], { type: 'application/json' }));
}

/** Errors that nobody was shown are reported at the sample rate of spec §9. */
export function reportUnseenErrors() {
  const sampled = (error: unknown) => {
    if (Math.random() < ERROR_SAMPLE_RATE) reportError(error, newErrorId());
  };
  addEventListener('error', ({ error, message }) => sampled(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => sampled(reason));
}

/** Stands in the browser for a failure on the server: its ID is in the server's log, its words are not for visitors. */
export class PageError extends Error {
  readonly error_id: string;
  constructor(error_id: string) {
    super('The page could not be made.');
    this.name = 'PageError';
    this.error_id = error_id;
  }
}
