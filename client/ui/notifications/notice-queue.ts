import { NOTIFICATIONS_AT_ONCE } from '#shared/business.ts';
import type { Notice } from './notify.ts';

/**
 * At most three notices are shown at a time; the rest queue (spec §4). The same text isn't shown twice. After their time successes
 * close; errors stay until they are closed, the next page, or until a newer notice needs their room.
 */
export function createNoticeQueue() {
  const waiting: Notice[] = [];
  let shown: readonly Notice[] = [];
  const overdue = new Set<string>();
  let changed = () => {};

  return {
    push(kind: Notice['kind'], text: string) {
      const id = `${kind}: ${text}`;
      if (overdue.has(id)) remove(id);
      if ([...shown, ...waiting].some((notice) => notice.id === id)) return;
      waiting.push({ id, kind, text });
      advance();
    },
    close(id: string) {
      remove(id);
      advance();
    },
    timeUp({ id, kind }: Notice) {
      if (kind === 'error') overdue.add(id);
      else remove(id);
      advance();
    },
    /** The next page is no longer about them. */
    closeOverdue() {
      for (const id of overdue) remove(id);
      advance();
    },
    shown: () => shown,
    subscribe(listener: () => void) {
      changed = listener;
      return () => {
        changed = () => {};
      };
    },
  };

  function remove(id: string) {
    overdue.delete(id);
    shown = shown.filter((notice) => notice.id !== id);
  }

  function advance() {
    while (waiting.length) {
      const [oldest] = overdue;
      if (shown.length >= NOTIFICATIONS_AT_ONCE) {
        if (oldest === undefined) break;
        remove(oldest);
      }
      shown = [...shown, waiting.shift()!];
    }
    changed();
  }
}
