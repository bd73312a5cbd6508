import { MAX_NOTIFICATIONS } from '#shared/business.ts';
import type { Notice } from './notify.ts';

/**
 * A queue that shows at most MAX_NOTIFICATIONS notices at a time. A notice isn't added if one with the same kind and
 * text is already shown or queued.
 */
export function createNoticeQueue() {
  const queued: Notice[] = [];
  let shown: readonly Notice[] = [];
  let onChange = () => {};

  return {
    push(kind: Notice['kind'], text: string) {
      const id = `${kind}: ${text}`;
      if ([...shown, ...queued].some((notice) => notice.id === id)) return;
      queued.push({ id, kind, text });
      advance();
    },
    close(id: string) {
      shown = shown.filter((notice) => notice.id !== id);
      advance();
    },
    closeErrors() {
      queued.splice(0, queued.length, ...queued.filter(isNoError));
      shown = shown.filter(isNoError);
      advance();
    },
    shown: () => shown,
    subscribe(listener: () => void) {
      onChange = listener;
      return () => {
        onChange = () => {};
      };
    },
  };

  function advance() {
    shown = [...shown, ...queued.splice(0, MAX_NOTIFICATIONS - shown.length)];
    onChange();
  }
}

const isNoError = ({ kind }: Notice) => kind !== 'error';
