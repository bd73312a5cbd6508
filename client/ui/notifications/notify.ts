export type Notice = { id: string; kind: 'success' | 'error' | 'info'; text: string };
type Push = (kind: Notice['kind'], text: string) => void;

/** Notices from before the queue has loaded. */
const earlyNotices: Parameters<Push>[] = [];
let push: Push = (...notice) => earlyNotices.push(notice);

/** Shows a notice at the top right. */
export const notify = {
  success: (text: string) => push('success', text),
  error: (text: string) => push('error', text),
  info: (text: string) => push('info', text),
};

/** Passes all notices on to the queue, the early ones first. */
export function showNotices(queue: Push) {
  push = queue;
  for (const notice of earlyNotices.splice(0)) push(...notice);
}
