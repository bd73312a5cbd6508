export type Notice = { id: string; kind: 'success' | 'error' | 'info'; text: string };
type Push = (kind: Notice['kind'], text: string) => void;
type Queue = { push: Push; closeErrors: () => void };

/** Notices added before the queue loaded. */
let earlyNotices: Parameters<Push>[] = [];
let queue: Queue = {
  push: (...notice) => void earlyNotices.push(notice),
  closeErrors: () => {
    earlyNotices = earlyNotices.filter(([kind]) => kind !== 'error');
  },
};

/** Shows a notice at the top right. */
export const notify = {
  success: (text: string) => queue.push('success', text),
  error: (text: string) => queue.push('error', text),
  info: (text: string) => queue.push('info', text),
};

/** Closes errors that no longer matter, such as refused sign-ins once someone has signed in. */
export const closeErrorNotices = () => queue.closeErrors();

/** Passes all notices on to the queue, the early ones first. */
export function connectNoticeQueue(loaded: Queue) {
  queue = loaded;
  for (const notice of earlyNotices.splice(0)) loaded.push(...notice);
}
