/** Visits pages in a real browser and lists what is wrong with them. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Screen } from '#client/layout/screen.ts';
import { DEMO_ACCOUNTS } from '#client/session/demo-accounts.ts';
import type { TestServer } from '#server/testing/app.ts';
import { as, type Client, credentialsOf, visitor } from '#server/testing/factories.ts';
import type { Role } from '#shared/auth.ts';
import { listen } from './browser.ts';
import { keepMarkup, markupFaults } from './markup.ts';

type Scheme = 'light' | 'dark';
/** A page that answers something else than 200 says so. */
export type Stop = string | { path: string; status: number };
type Crawl = {
  browser: Browser;
  baseURL: string;
  stops: readonly Stop[];
  /** The headers of a sign-in (`headers` of a partner or staff client); nobody without. */
  credentials?: Record<string, string>;
  widths?: readonly number[];
  schemes?: readonly Scheme[];
  /** If false, accessibility and contrast aren't checked, which need a script in the page. */
  javascript?: boolean;
  /** How many pages are open at once. */
  atOnce?: number;
  /** More to look at on each page, once it has been checked; answers faults. */
  also?: (page: Page, path: string) => Promise<string[]>;
};

/**
 * Each width in each scheme, with CRAWL_FULL=1; the other colours change nothing but colours. Else each width and each scheme
 * once, all rules of axe in the one that is the page's turn.
 */
const EVERY_LOOK = Boolean(process.env.CRAWL_FULL);
type Look = { width: number; scheme: Scheme; rules: 'all rules' | 'colours' };
function looksOf(widths: readonly number[], schemes: readonly Scheme[], nth: number): Look[] {
  if (EVERY_LOOK)
    return widths.flatMap((width) =>
      schemes.map((scheme, at) => ({ width, scheme, rules: at === 0 ? 'all rules' : 'colours' })),
    );
  const looks = Array.from({ length: Math.max(widths.length, schemes.length) }, (_, at) => at + nth);
  return looks.map((turn, at) => ({
    width: widths[turn % widths.length]!,
    scheme: schemes[turn % schemes.length]!,
    rules: at === 0 ? 'all rules' : 'colours',
  }));
}

/** Nothing may stick out here either, though only the other widths are looked at closely. */
const NARROWEST = 320;

/**
 * Each page has one title and one main heading, says nothing in its console, breaks no rule of axe, and is never wider than
 * the screen. Answers the faults as '/path at 390 px: …', none if all is well. A page is loaded once and then resized.
 */
export async function crawl({ browser, baseURL, stops, credentials, atOnce = 3, ...checks }: Crawl): Promise<string[]> {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    javaScriptEnabled: checks.javascript ?? true,
  });
  if (credentials) await signIn(context, baseURL, credentials);
  const waiting = stops.map((stop, nth) => ({
    nth,
    ...(typeof stop === 'string' ? { path: stop, status: 200 } : stop),
  }));
  const faults: string[] = [];
  const visitAll = async () => {
    const page = await context.newPage();
    const complaints = listen(page);
    for (let stop = waiting.shift(); stop; stop = waiting.shift()) {
      const { path, status } = stop;
      const found = await faultsOf(page, stop, checks).catch((error: Error) => [
        `cannot be looked at: ${error.message}`,
      ]);
      faults.push(...found.map((fault) => `${path} ${fault}`));
      // The browser itself reports an answer that is meant to be a refusal.
      const said = complaints.splice(0).filter((text) => status === 200 || !text.includes(`status of ${status}`));
      faults.push(...said.map((text) => `${path} says ${text}`));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitAll));
  await context.close();
  return faults.sort();
}

/** The demo's partner or administrator, on a server with the demo's contents. */
export async function demoAccount(server: TestServer, role: Role): Promise<Client> {
  const res = await visitor(server).post(`/${role}-auth/sign_in`).send(DEMO_ACCOUNTS[role]).expect(200);
  return as(server, credentialsOf(res, role));
}

/** The cookie that the client keeps its credentials in. */
export function signIn(context: BrowserContext, url: string, { 'resource-type': name, ...credentials }: Credentials) {
  return context.addCookies([{ name: name!, value: encodeURIComponent(JSON.stringify(credentials)), url }]);
}
type Credentials = Record<string, string>;

/**
 * The address of each screen. Those with a parameter need examples, by the screen's path ('/books/:id/:name?'); any screen may
 * have some, which then stand for it. Throws for a screen that has none, so that a new screen is not forgotten.
 */
export function addressesOf(
  screens: readonly Screen[],
  examples: { [path: string]: readonly string[] } = {},
): string[] {
  return screens.flatMap(({ path }) => {
    const given = examples[path];
    if (given?.length) return given;
    if (/:\w+(?!\?|\w)/.test(path)) throw new Error(`The screen ${path} needs an example of its address`);
    return [path.replace(/\/:\w+\?/g, '')];
  });
}

type Checks = Pick<Crawl, 'widths' | 'schemes' | 'javascript' | 'also'>;

async function faultsOf(
  page: Page,
  { path, status, nth }: { path: string; status: number; nth: number },
  { widths = [1280, 390], schemes = ['light', 'dark'], javascript = true, also }: Checks,
): Promise<string[]> {
  const looks = looksOf(widths, schemes, nth);
  await show(page, looks[0]!.width, looks[0]!.scheme, javascript);
  const answer = await page.goto(path, { waitUntil: javascript ? 'networkidle' : 'load' });
  if (javascript)
    await page.getByRole('main').getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
  const html = javascript ? await page.content() : ((await answer?.text()) ?? '');
  await keepMarkup(javascript ? path : `${path} without script`, html);
  const faults = [
    ...wrongAnswer(page, path, status, answer?.status()),
    ...(await wrongHeads(page)),
    ...(await markupFaults(html)),
  ];
  for (const { width, scheme, rules } of looks) {
    await show(page, width, scheme, javascript);
    faults.push(...(await tooWide(page, width)));
    const found = javascript ? await inaccessible(page, rules) : [];
    faults.push(...found.map((fault) => `at ${width} px, ${scheme}: ${fault}`));
  }
  await show(page, NARROWEST, schemes[0]!, javascript);
  faults.push(...(await tooWide(page, NARROWEST)));
  if (javascript) faults.push(...(await brokenBySpacing(page)));
  return [...faults, ...((await also?.(page, path)) ?? [])];
}

async function show(page: Page, width: number, colorScheme: Scheme, javascript: boolean) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  // Parts that measure the window render again. Without JavaScript there are none, and no animation frame comes.
  if (!javascript) return;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

function wrongAnswer(page: Page, path: string, wanted: number, status: number | undefined) {
  const { pathname } = new URL(page.url());
  if (pathname !== path.split(/[?#]/)[0]) return [`leads to ${pathname}`];
  return status === wanted ? [] : [`answers ${status}, not ${wanted}`];
}

async function wrongHeads(page: Page) {
  const [titles, headings] = [await page.locator('head title').count(), await page.locator('h1').count()];
  return [
    ...(titles === 1 ? [] : [`has ${titles} titles`]),
    ...(headings === 1 ? [] : [`has ${headings} main headings`]),
  ];
}

async function tooWide(page: Page, width: number) {
  const culprit = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth,
    );
    return wide.at(-1)?.outerHTML.slice(0, 160) ?? 'something unknown';
  });
  return culprit === null ? [] : [`at ${width} px is too wide because of ${culprit}`];
}

/** Text that readers have spaced out (WCAG 1.4.12) must fit on the narrowest screen, too, and in its buttons. */
async function brokenBySpacing(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
    );
    document.adoptedStyleSheets = [sheet];
  });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, a), main :is(button, a) *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
      .filter((one) => getComputedStyle(one).overflowX !== 'visible')
      .map((one) => `with text spacing cuts ${one.outerHTML.slice(0, 160)}`),
  );
  const wide = (await tooWide(page, NARROWEST)).map((fault) => `with text spacing ${fault}`);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return [...cut, ...wide];
}

/** The builder brings axe into the page; whoever looks there again does without, which takes a quarter of the time. */
async function inaccessible(page: Page, rules: 'all rules' | 'colours') {
  const options = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules === 'colours' ? { runOnly: ['color-contrast'] } : {}),
  };
  const again = () =>
    page.evaluate(async (given) => (await (window as unknown as WithAxe).axe?.run(document, given)) ?? null, options);
  const first = () =>
    new AxeBuilder({ page: page as never })
      .setLegacyMode()
      .options(options as never)
      .analyze();
  const { violations } = (await again()) ?? (await first());
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html.slice(0, 200)}`);
}
type WithAxe = { axe?: { run(context: Document, options: object): Promise<AxeResults> } };
type AxeResults = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>;
