import { type RefObject, useEffect } from 'react';

/** Keeps the checked boxes of a page's checklists in this browser, by the text of each box. */
export function useTicks(page: RefObject<HTMLElement | null>, path: string) {
  useEffect(() => {
    const boxes = [...(page.current?.querySelectorAll<HTMLInputElement>('.checklist input') ?? [])];
    if (boxes.length === 0) return;
    const key = `ticks:${path}`;
    const textOf = (box: HTMLInputElement) => box.parentElement?.textContent ?? '';
    const checked = new Set(readTicks(key));
    for (const box of boxes) box.checked ||= checked.has(textOf(box));
    const save = () => writeTicks(key, boxes.filter(({ checked }) => checked).map(textOf));
    // Some may have been checked before this script arrived.
    if (boxes.some(({ checked }) => checked)) save();
    for (const box of boxes) box.addEventListener('change', save);
    return () => {
      for (const box of boxes) box.removeEventListener('change', save);
    };
  }, [page, path]);
}

/** Browsers may refuse storage; the boxes can still be checked. */
function readTicks(key: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function writeTicks(key: string, ticks: readonly string[]) {
  try {
    localStorage.setItem(key, JSON.stringify(ticks));
  } catch {
    // Nothing is lost but the memory of them.
  }
}
