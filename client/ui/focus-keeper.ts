// See docs/decisions/0082-one-keeper-of-the-focus.md.
import { useEffect, useRef } from 'react';
import { useLocation } from '#client/app/router.ts';

const FIELDS = 'input:not([type=hidden]), select, textarea';
const HEADINGS = 'h1, h2, h3, h4';
const TAB_STOPS = 'button, summary, a[href], [tabindex]';
/** Selectors of focus targets in the content that replaced the focused element, best first. */
const IN_NEW_CONTENT = ['[data-autofocus]', FIELDS, HEADINGS, '[role=alert], [role=status]', TAB_STOPS];
const IN_NEIGHBOR = [HEADINGS, TAB_STOPS];
/** Gives the page's code time to move the focus, as dialogs do when they close. */
const SETTLE_MS = 50;

/**
 * Keeps the keyboard focus on the page. After a navigation, the element named by the address's hash gets it, or else
 * the heading, which announces the page. When the focused element is removed, the focus moves to its replacement, or
 * else to a neighbor, an ancestor, or the heading.
 */
export function useFocusKeeper() {
  const { pathname, hash } = useLocation();
  const keeper = useRef<ReturnType<typeof keepFocus>>(null);
  const lastPathname = useRef(pathname);
  useEffect(() => {
    keeper.current = keepFocus();
    return keeper.current.stop;
  }, []);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    keeper.current?.arrive(hash.slice(1));
  }, [pathname, hash]);
}

function keepFocus() {
  /** The last focused element and its ancestors. */
  let path: Element[] = [];
  let records: MutationRecord[] = [];
  /** After a navigation: the element that had the focus before, and the id in the address. */
  let arrival: { from: Element | null; id: string } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = () => {
    timer ??= setTimeout(settle, SETTLE_MS);
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    path = ancestorsOf(target as Element);
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget) schedule();
  };
  const observer = new MutationObserver((newRecords) => {
    records.push(...newRecords);
    schedule();
  });

  function settle() {
    timer = undefined;
    const seenRecords = records;
    records = [];
    const active = activeElement();
    if (arrival && active && active !== arrival.from && active.id !== 'main') arrival = null;
    if (arrival) return announce(arrival);
    if (active) return;
    // A click on an empty area removes the focus on purpose.
    if (path[0]?.isConnected) path = [];
    const survivor = path.findIndex((element) => element.isConnected);
    if (survivor > 0) focusNear(path, survivor, seenRecords);
  }

  function announce({ id }: { id: string }) {
    const target = (id && document.getElementById(id)) || document.querySelector('main h1');
    if (target) arrival = null;
    // Until the screen has loaded, there is no heading.
    focusOn(target ?? document.getElementById('main'));
  }

  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  observer.observe(document.body, { childList: true, subtree: true });
  if (activeElement()) path = ancestorsOf(document.activeElement!);
  return {
    arrive(id: string) {
      arrival = { from: activeElement(), id };
      schedule();
    },
    stop() {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    },
  };
}

/** Moves the focus near a removed element. `path[survivor]` is its closest ancestor that is still on the page. */
function focusNear(path: readonly Element[], survivor: number, records: readonly MutationRecord[]) {
  const elements = (nodes: Iterable<Node | null>) =>
    [...nodes].filter((node): node is Element => node instanceof Element && node.isConnected);
  const added = elements(records.flatMap(({ addedNodes }) => [...addedNodes]));
  const removal = records.findLast(({ removedNodes }) => [...removedNodes].includes(path[survivor - 1]!));
  const neighbors = elements([removal?.nextSibling ?? null, removal?.previousSibling ?? null]);
  // Leaves out notices and menus: they're outside <main> and dialogs, and never replace a part of the page.
  const ancestors = path.slice(survivor).filter((element) => element.closest('main, [role=dialog]'));
  const selectors = [...selectorsOf(path[0]!), ...IN_NEW_CONTENT];
  const focusWithin = ([parent, ...others]: readonly Element[]): boolean => {
    if (!parent) return false;
    const addedHere = added.filter((node) => parent.contains(node));
    return (
      focusFirst(addedHere, selectors) ||
      addedHere.some(focusOn) ||
      (parent === path[survivor] && neighbors.some((neighbor) => focusFirst([neighbor], IN_NEIGHBOR))) ||
      focusWithin(others)
    );
  };
  return (
    focusWithin(ancestors) ||
    focusOn(ancestors[0]?.id === 'main' ? null : ancestors[0]) ||
    focusOn(document.querySelector('main h1'))
  );
}

/** Selectors that find the same element after a rerender: by its id, its name, or the level of a heading. */
function selectorsOf({ id, tagName, attributes }: Element) {
  const name = attributes.getNamedItem('name')?.value;
  if (id) return [`#${CSS.escape(id)}`];
  if (name) return [`[name="${CSS.escape(name)}"]`];
  return /^H[1-4]$/.test(tagName) ? [tagName] : [];
}

/**
 * Focuses the first focusable match of the first selector that has one, among `roots` and the elements inside them.
 * Returns false if there is none.
 */
const focusFirst = (roots: readonly Element[], selectors: readonly string[]) =>
  selectors.some((selector) =>
    roots
      .flatMap((root) => [...(root.matches(selector) ? [root] : []), ...root.querySelectorAll(selector)])
      .some(focusOn),
  );

/** Focuses the element. Returns false if it's missing, or can't have the focus, because it's hidden or disabled. */
function focusOn(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  const wasFocusable = element.tabIndex >= 0 || element.hasAttribute('tabindex');
  if (!wasFocusable) element.tabIndex = -1;
  element.focus({ preventScroll: element.matches('h1, #main') });
  const isFocused = document.activeElement === element;
  const undo = () => element.removeAttribute('tabindex');
  if (!wasFocusable && isFocused) element.addEventListener('blur', undo, { once: true });
  if (!wasFocusable && !isFocused) undo();
  return isFocused;
}

const activeElement = () => (document.activeElement === document.body ? null : document.activeElement);

function ancestorsOf(element: Element) {
  const path: Element[] = [];
  for (let node: Element | null = element; node; node = node.parentElement) path.push(node);
  return path;
}
