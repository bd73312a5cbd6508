import { useEffect, useRef } from 'react';
import { useLocation } from '#client/app/router.ts';

const FIELDS = 'input:not([type=hidden]), select, textarea';
const HEADINGS = 'h1, h2, h3, h4';
const STOPS = 'button, summary, a[href], [tabindex]';
/** Selectors of the best place in the content that replaced the focused element, best first. */
const IN_NEW = ['[data-autofocus]', FIELDS, HEADINGS, '[role=alert], [role=status]', STOPS];
const IN_NEIGHBOR = [HEADINGS, STOPS];
/** Gives the page's own code time to move the focus itself, as dialogs do when they close. */
const SETTLE_MS = 50;

/**
 * Keeps the keyboard's place on the page. After a navigation the heading gets the focus, which announces the page. When the
 * focused element is removed, the focus goes to what replaced it, else to its neighbor, and never to the body.
 */
export function useFocusKeeper() {
  const { pathname, hash } = useLocation();
  const keeper = useRef<ReturnType<typeof keepFocus>>(null);
  const before = useRef(pathname);
  useEffect(() => {
    keeper.current = keepFocus();
    return keeper.current.stop;
  }, []);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    keeper.current?.arrive(hash.slice(1));
  }, [pathname, hash]);
}

function keepFocus() {
  /** The focused element and its ancestors. */
  let path: Element[] = [];
  let records: MutationRecord[] = [];
  /** After a navigation: the focused element it began from, and the id in the address. */
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
  const observer = new MutationObserver((more) => {
    records.push(...more);
    schedule();
  });

  function settle() {
    timer = undefined;
    const seen = records;
    records = [];
    const active = activeElement();
    if (arrival && active && active !== arrival.from && active.id !== 'main') arrival = null;
    if (arrival) return announce(arrival);
    if (active) return;
    // Clicking on an empty place removes the focus on purpose.
    if (path[0]?.isConnected) path = [];
    const at = path.findIndex((element) => element.isConnected);
    if (at > 0) focusNear(path, at, seen);
  }

  function announce({ id }: { id: string }) {
    const place = (id && document.getElementById(id)) || document.querySelector('main h1');
    if (place) arrival = null;
    // The heading comes once the screen has loaded.
    focusOn(place ?? document.getElementById('main'));
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

/** `path[at]` is the first ancestor of the lost element that is still there. */
function focusNear(path: readonly Element[], at: number, records: readonly MutationRecord[]) {
  const elements = (nodes: Iterable<Node | null>) =>
    [...nodes].filter((node): node is Element => node instanceof Element && node.isConnected);
  const added = elements(records.flatMap(({ addedNodes }) => [...addedNodes]));
  const removal = records.findLast(({ removedNodes }) => [...removedNodes].includes(path[at - 1]!));
  const neighbors = elements([removal?.nextSibling ?? null, removal?.previousSibling ?? null]);
  // Notices and menus are outside, and none of them replaces a part of the page.
  const around = path.slice(at).filter((element) => element.closest('main, [role=dialog]'));
  const selectors = [...sameAs(path[0]!), ...IN_NEW];
  const isTaken = ([parent, ...others]: readonly Element[]): boolean => {
    if (!parent) return false;
    const here = added.filter((node) => parent.contains(node));
    return (
      focusFirst(here, selectors) ||
      here.some(focusOn) ||
      (parent === path[at] && neighbors.some((neighbor) => focusFirst([neighbor], IN_NEIGHBOR))) ||
      isTaken(others)
    );
  };
  return (
    isTaken(around) ||
    focusOn(around[0]?.id === 'main' ? null : around[0]) ||
    focusOn(document.querySelector('main h1'))
  );
}

/** Selectors of the same field or heading after a rerender. */
function sameAs({ id, tagName, attributes }: Element) {
  const name = attributes.getNamedItem('name')?.value;
  if (id) return [`#${CSS.escape(id)}`];
  if (name) return [`[name="${CSS.escape(name)}"]`];
  return /^H[1-4]$/.test(tagName) ? [tagName] : [];
}

const focusFirst = (places: readonly Element[], selectors: readonly string[]) =>
  selectors.some((selector) =>
    places
      .flatMap((place) => [...(place.matches(selector) ? [place] : []), ...place.querySelectorAll(selector)])
      .some(focusOn),
  );

/** False when the element can't have the focus, because it is hidden or disabled. */
function focusOn(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  const wasFocusable = element.tabIndex >= 0 || element.hasAttribute('tabindex');
  if (!wasFocusable) element.tabIndex = -1;
  element.focus({ preventScroll: element.matches('h1, #main') });
  const isFocused = document.activeElement === element;
  const undo = () => element.removeAttribute('tabindex');
  if (!wasFocusable) isFocused ? element.addEventListener('blur', undo, { once: true }) : undo();
  return isFocused;
}

const activeElement = () => (document.activeElement === document.body ? null : document.activeElement);

function ancestorsOf(element: Element) {
  const path: Element[] = [];
  for (let one: Element | null = element; one; one = one.parentElement) path.push(one);
  return path;
}
