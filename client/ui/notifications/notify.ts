import { NOTIFICATIONS_AT_ONCE } from '#shared/business.ts';

export const notices = createNoticeQueue();

/** Shows a notification, top right, for ten seconds. */
export const notify = {
  success: (text: string) => notices.push('success', text),
  error: (text: string) => notices.push('error', text),
  info: (text: string) => notices.push('info', text),
};

export type Notice = { id: string; kind: 'success' | 'error' | 'info'; text: string };
type Show = (notice: Notice) => void;

/** At most three notices are shown at a time; the rest wait their turn (spec §4). The same words are not repeated. */
export function createNoticeQueue() {
  const waiting: Notice[] = [];
  const shown = new Map<string, Notice>();
  let show: Show | null = null;
  let asked: (() => void) | null = null;

  return { push, closed, attach, whenNeeded };

  function push(kind: Notice['kind'], text: string) {
    const id = `${kind}: ${text}`;
    if (shown.has(id) || waiting.some((notice) => notice.id === id)) return;
    waiting.push({ id, kind, text });
    if (!show) asked?.();
    advance();
  }

  function closed(id: string) {
    shown.delete(id);
    advance();
  }

  /** Called by the host once it is loaded. */
  function attach(hostShow: Show) {
    show = hostShow;
    advance();
  }

  /** Calls back at the first notice, also when that came before: the host's script is loaded only then. */
  function whenNeeded(callback: () => void) {
    asked = callback;
    if (waiting.length > 0) callback();
  }

  function advance() {
    while (show && shown.size < NOTIFICATIONS_AT_ONCE) {
      const next = waiting.shift();
      if (!next) return;
      shown.set(next.id, next);
      show(next);
    }
  }
}
