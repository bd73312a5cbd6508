/** A person at a page with a keyboard and no mouse. Each press asserts that the focus isn't lost. */
import type { Browser, Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { TestServer } from '#server/testing/app.ts';
import type { Client } from '#server/testing/factories.ts';
import { openAs } from './page-driver.ts';

export type KeyboardDriver = Awaited<ReturnType<typeof openWithKeys>>;

const MAX_TABS = 90;

export async function openWithKeys(browser: Browser, server: TestServer, ...people: Client[]) {
  const { page, main, open, waitForText, complaints, leave } = await openAs(browser, server, ...people);
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  /** Waits for the page's own code to move the focus, then fails if nothing has it. */
  const keepsFocus = (after: string) =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: `the focus after ${after}` })
      .not.toBe('BODY');

  /** Presses a key, and waits for its effect if one is given. */
  async function press(key: string, seen?: string | RegExp) {
    await page.keyboard.press(key);
    if (seen) await waitForText(seen);
    await keepsFocus(seen ? `${key} and “${seen}”` : key);
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
    complaints,
    leave,
    press,
    tabTo,
    button,
    field,
    keepsFocus,
    /** Opens a page whose script has taken over. */
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
    async activate(name: string | RegExp, seen?: string | RegExp) {
      await tabTo(button(name));
      await press('Enter', seen);
    },
    /** The focused element's text, or its accessible name. */
    focused: () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        const label = (at as HTMLInputElement | null)?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label');
        return (label ?? at?.textContent ?? '').trim();
      }),
    focusedTag: () => page.evaluate(() => document.activeElement?.tagName),
  };
}
