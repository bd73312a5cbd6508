import { webApi } from '#shared/api/web.ts';
import { ERROR_SAMPLE_RATE } from '#shared/business.ts';

/** Creates an ID of twelve letters and digits, short enough to read aloud. */
export const newErrorId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

/** Reports an error to the server, such as a crash whose ID is on the screen. Never throws. */
export function reportError(error: unknown, errorId: string) {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const body = JSON.stringify({
    error_id: errorId,
    message: message.slice(0, 500),
    stack: stack?.slice(0, 4000) ?? null,
    path: location.pathname,
  });
  navigator.sendBeacon?.(webApi.reportError.path, new Blob([body], { type: 'application/json' }));
}

/** Reports a sample of the errors that no screen shows. Crashes are reported separately, without sampling. */
export function reportUnseenErrors() {
  const sampleError = (error: unknown) => {
    if (Math.random() < ERROR_SAMPLE_RATE) reportError(error, newErrorId());
  };
  addEventListener('error', ({ error, message }) => sampleError(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => sampleError(reason));
}

/** Thrown for a page that the server failed to render. Has the error's ID in the server's log. */
export class PageError extends Error {
  readonly error_id: string;
  constructor(error_id: string) {
    super('The server couldn’t render the page.');
    this.name = 'PageError';
    this.error_id = error_id;
  }
}
