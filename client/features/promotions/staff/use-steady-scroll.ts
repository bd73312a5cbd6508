import { useEffect, useLayoutEffect, useRef } from 'react';

type Row = { id: number };

/**
 * Returns a ref for a list whose rows appear and leave without a click. When they do, adjusts the scroll position so
 * that the selected row keeps its place on the screen, or the first visible row if the selected one is out of view.
 * Selecting a row scrolls to it separately.
 */
export function useSteadyScroll(rows: readonly Row[], selected: number | null) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<{ selected: number | null; tops: ReadonlyMap<number, number> }>({ selected, tops: new Map() });
  /**
   * The scroll position before the rows changed. If the list became shorter, the browser may already have reduced its
   * own scroll position when the effect runs.
   */
  const scrollTop = useRef(0);
  useEffect(() => {
    const onScroll = () => {
      if (list.current) scrollTop.current = scrollerOf(list.current).scrollTop;
    };
    onScroll();
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, []);
  const ids = rows.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only rows that appear or leave move the others
  useLayoutEffect(() => {
    const element = list.current!;
    const scroller = scrollerOf(element);
    const { top } = element.getBoundingClientRect();
    const tops = new Map(rows.map(({ id }, index) => [id, topOf(element.children[index]!) - top]));
    const { tops: old, selected: oldSelected } = before.current;
    before.current = { selected, tops };
    if (selected !== oldSelected || element.getClientRects().length === 0) return;
    // The list's position before it became shorter.
    const topBefore = top + scroller.scrollTop - scrollTop.current;
    const view =
      scroller === document.scrollingElement ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
    const isInView = (id: number | null) => {
      const at = id === null ? undefined : old.get(id);
      return at !== undefined && topBefore + at >= view.top && topBefore + at < view.bottom;
    };
    const anchor = isInView(selected) ? selected : [...tops.keys()].find(isInView);
    if (anchor != null && tops.has(anchor)) {
      scroller.scrollTop = scrollTop.current + tops.get(anchor)! - old.get(anchor)!;
      scrollTop.current = scroller.scrollTop;
    }
  }, [ids, selected]);
  return list;
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

/** The list's own pane on wide screens, and the page on narrow ones. */
function scrollerOf(element: Element): Element {
  for (let one = element.parentElement; one; one = one.parentElement)
    if (getComputedStyle(one).maxHeight !== 'none') return one;
  return document.scrollingElement!;
}
