/** Helpers for using a page as a visitor or a signed-in person. */
import type { Browser, Page } from 'playwright-core';
import type { TestServer } from '#server/testing/app.ts';
import type { Client } from '#server/testing/factories.ts';
import { openPage } from './browser.ts';
import { signIn } from './crawl.ts';

export type PageDriver = Awaited<ReturnType<typeof openAs>>;

/** Opens a page in which the given people, if any, are signed in. */
export async function openAs(browser: Browser, server: TestServer, ...people: Client[]) {
  const { page, context, consoleProblems } = await openPage(browser, { baseURL: server.url });
  for (const { headers } of people) await signIn(context, server.url, headers);
  const main = page.getByRole('main');
  return {
    page,
    main,
    consoleProblems,
    open: (path: string) => page.goto(path),
    press: (name: string) => main.getByRole('button', { name, exact: true }).click(),
    follow: (name: string) => main.getByRole('link', { name, exact: true }).first().click(),
    fill: (label: string, text: string) => main.getByLabel(label, { exact: true }).fill(text),
    /** Presses a button in the open dialog. */
    pressInDialog: (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
    waitForText: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    close: () => context.close(),
  };
}

/** Dismisses the page's prompts, and returns a list that collects their texts. */
export function dismissPrompts(page: Page) {
  const prompts: string[] = [];
  page.on('dialog', (dialog) => {
    prompts.push(dialog.message());
    void dialog.dismiss();
  });
  return prompts;
}

/** Takes a screenshot of the page on which a test failed. */
export const takeFailureScreenshot = (page: Page, testName: string) =>
  page.screenshot({ path: `test-results/${testName.replaceAll(/\W+/g, '-')}.png`, fullPage: true });
