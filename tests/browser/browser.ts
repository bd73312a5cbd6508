/**
 * Starts Chromium: an installed one, or the binary from an npm package. Opens pages, records their console problems,
 * and stops their live updates.
 */
import { existsSync } from 'node:fs';
import bundled from '@sparticuz/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Arguments that replace the package's defaults, which run everything in one process that ends with the first closed
 * context.
 */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-zygote',
  '--disable-background-networking',
  '--disable-component-update',
];

export async function launchBrowser(extraArgs: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: [...ARGS, ...extraArgs], headless: true });
}

export const findBrowser = async () => INSTALLED.find((path) => existsSync(path)) ?? (await bundled.executablePath());

/** Opens a page, and records its console errors and warnings. */
export async function openPage(
  browser: Browser,
  { width = 1280, dark = false, baseURL }: { width?: number; dark?: boolean; baseURL: string },
) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const consoleProblems = recordConsoleProblems(page);
  return { page, context, consoleProblems };
}

/** Returns a list that collects the page's console errors, console warnings, and uncaught errors, in order. */
export function recordConsoleProblems(page: Page) {
  const consoleProblems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      consoleProblems.push(`${message.type()}: ${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => consoleProblems.push(`page error: ${error.message} (${page.url()})`));
  return consoleProblems;
}

/** Removes problems that a test expects. An open page may still log them, so the test closes it first. */
export function removeProblems(consoleProblems: string[], expected: RegExp) {
  const others = consoleProblems.filter((text) => !expected.test(text));
  consoleProblems.splice(0, consoleProblems.length, ...others);
}

/** Ends the review queue's stream as soon as it opens, for tests that wait until a page sends no more requests. */
export const endStreams = (page: Page) =>
  page.route('**/promotions/review_stream', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }));

/**
 * Stops live updates of a page's review queue: its stream ends as soon as it opens, and its presence calls report
 * nothing. Other calls still work.
 */
export async function stopUpdates(page: Page) {
  await endStreams(page);
  const review = { viewers: [], claims: [], changed: [], last_event_id: 0 };
  await page.route('**/promotions/review_presence', (route) => route.fulfill({ json: { review } }));
}
