/** The wait in browsers without idle callbacks, and the longest wait in a browser that is never idle. */
const MAX_WAIT_MS = 200;

/**
 * Resolves once the browser is idle, or after MAX_WAIT_MS. Starting a request blocks the main thread for a millisecond,
 * so reads that nobody is waiting for would delay what the editor sees.
 */
export const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS });
    else setTimeout(resolve, MAX_WAIT_MS);
  });
