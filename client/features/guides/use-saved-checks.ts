import { type RefObject, useEffect } from 'react';
import { browserStore } from '#client/api/stored.ts';

/** Saves the checked boxes of a page's checklists in this browser, by the text of each box, and restores them. */
export function useSavedChecks(page: RefObject<HTMLElement | null>, path: string) {
  useEffect(() => {
    const boxes = [...(page.current?.querySelectorAll<HTMLInputElement>('.checklist input') ?? [])];
    if (boxes.length === 0) return;
    const key = `ticks:${path}`;
    const textOf = (box: HTMLInputElement) => box.parentElement?.textContent ?? '';
    const checkedTexts = new Set(readChecks(key));
    for (const box of boxes) box.checked ||= checkedTexts.has(textOf(box));
    const save = () => {
      const texts = boxes.filter(({ checked }) => checked).map(textOf);
      browserStore().setItem(key, JSON.stringify(texts));
    };
    // Some may have been checked before this script loaded.
    if (boxes.some(({ checked }) => checked)) save();
    for (const box of boxes) box.addEventListener('change', save);
    return () => {
      for (const box of boxes) box.removeEventListener('change', save);
    };
  }, [page, path]);
}

/** The texts of the saved boxes; empty if there are none. */
function readChecks(key: string): string[] {
  try {
    return JSON.parse(browserStore().getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
}
