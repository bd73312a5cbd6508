/** Text typed while a dialog opens: its script may still be loading, and the page behind it mustn't get the keys. */

let typed: string[] | null = null;
let onCancel: (() => void) | null = null;

const EDITS: { [key: string]: (text: string[]) => unknown } = {
  Backspace: (text) => text.pop(),
  Enter: (text) => text.push('\n'),
};

function onKeyDown(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (!typed || ctrlKey || metaKey || altKey || isComposing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key === 'Escape') return onCancel?.();
  if ([...key].length === 1) typed.push(key);
  else EDITS[key]?.(typed);
}

/** Collects what is typed from now on, until `takeTypedText` is called. Escape calls `cancel`. */
export function collectTyping(cancel: () => void) {
  typed ??= [];
  onCancel = cancel;
  addEventListener('keydown', onKeyDown, { capture: true });
}

/** Stops collecting and returns the text, with a line break for Enter. */
export function takeTypedText(): string {
  removeEventListener('keydown', onKeyDown, { capture: true });
  const text = typed?.join('') ?? '';
  typed = null;
  return text;
}
