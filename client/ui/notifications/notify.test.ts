import { expect, it, vi } from 'vitest';

it('closes errors added before the queue loaded, and keeps other notices', async () => {
  // Another test in the same process may have loaded a queue.
  vi.resetModules();
  const { closeErrorNotices, notify, connectNoticeQueue } = await import('./notify.ts');
  const shown: string[] = [];
  notify.error('Wrong password');
  notify.success('Your password has been successfully updated.');
  closeErrorNotices();
  connectNoticeQueue({ push: (_kind, text) => void shown.push(text), closeErrors: () => undefined });
  expect(shown).toEqual(['Your password has been successfully updated.']);
});
