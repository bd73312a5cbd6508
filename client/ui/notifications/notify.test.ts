import { expect, it, vi } from 'vitest';

it('keeps successes from before the queue has loaded when it closes errors', async () => {
  // Another test in the same process may have loaded a queue.
  vi.resetModules();
  const { closeErrorNotices, notify, showNotices } = await import('./notify.ts');
  const shown: string[] = [];
  notify.success('Your password has been successfully updated.');
  closeErrorNotices();
  showNotices({ push: (_kind, text) => void shown.push(text), closeErrors: () => undefined });
  expect(shown).toEqual(['Your password has been successfully updated.']);
});
