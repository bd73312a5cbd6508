import { createNoticeQueue } from './queue.ts';

export const notices = createNoticeQueue();

/** Shows a notification, top right, for ten seconds. */
export const notify = {
  success: (text: string) => notices.push('success', text),
  error: (text: string) => notices.push('error', text),
  info: (text: string) => notices.push('info', text),
};
