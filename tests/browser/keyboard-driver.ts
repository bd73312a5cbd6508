/** Uses a page with the keyboard only. Each `press` asserts that the focus isn't lost. */
import type { Browser, Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { TestServer } from '#server/testing/app.ts';
import type { Client } from '#server/testing/factories.ts';
import { openAs } from './page-driver.ts';

export type KeyboardDriver = Awaited<ReturnType<typeof openWithKeys>>;

const MAX_TABS = 90;

export async function openWithKeys(browser: Browser, server: TestServer, ...people: Client[]) {
  const { page, main, open, waitForText, consoleProblems, close } = await openAs(browser, server, ...people);
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  /** Waits until an element has the focus, because the page may move it late. Fails if it stays on the body. */
  const expectFocusAfter = (after: string) =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: `the focus after ${after}` })
      .not.toBe('BODY');

  /** Presses a key, then waits for `expectedText`, if given. */
  async function press(key: string, expectedText?: string | RegExp) {
    await page.keyboard.press(key);
    if (expectedText) await waitForText(expectedText);
    await expectFocusAfter(expectedText ? `${key} and “${expectedText}”` : key);
  }
  async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    await target.waitFor();
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      if (await isFocused(target)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`No ${key} leads to ${target}`);
  }
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true });
  const field = (name: string) =>
    page
      .getByLabel(name, { exact: true })
      .and(page.locator('input, select, textarea'))
      .filter({ visible: true })
      .first();

  return {
    page,
    main,
    waitForText,
    consoleProblems,
    close,
    press,
    tabTo,
    button,
    field,
    expectFocusAfter,
    /** Opens a page and waits until React has hydrated it. */
    async open(path: string) {
      await open(path);
      await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
    },
    async type(label: string, text: string) {
      await tabTo(field(label));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    /** Goes to a button and presses it. */
    async activate(name: string | RegExp, expectedText?: string | RegExp) {
      await tabTo(button(name));
      await press('Enter', expectedText);
    },
    /** Returns the focused element's label, or its text if it has none. */
    focused: () =>
      page.evaluate(() => {
        const { activeElement } = document;
        const label =
          (activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ??
          activeElement?.getAttribute('aria-label');
        return (label ?? activeElement?.textContent ?? '').trim();
      }),
    focusedTag: () => page.evaluate(() => document.activeElement?.tagName),
  };
}
