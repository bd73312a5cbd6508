import { MAX_NOTIFICATIONS } from '#shared/business.ts';
import type { Notice } from './notify.ts';

/** At most three notices are shown at a time; the rest wait. A text that is shown or waits isn't added again. */
export function createNoticeQueue() {
  const waiting: Notice[] = [];
  let shown: readonly Notice[] = [];
  let changed = () => {};

  return {
    push(kind: Notice['kind'], text: string) {
      const id = `${kind}: ${text}`;
      if ([...shown, ...waiting].some((notice) => notice.id === id)) return;
      waiting.push({ id, kind, text });
      advance();
    },
    close(id: string) {
      shown = shown.filter((notice) => notice.id !== id);
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

  function advance() {
    shown = [...shown, ...waiting.splice(0, MAX_NOTIFICATIONS - shown.length)];
    changed();
  }
}
