import { expect, it } from 'vitest';
import { closeErrorNotices, notify, showNotices } from './notify.ts';

it('keeps successes from before the queue has loaded when it closes errors', () => {
  const shown: string[] = [];
  notify.error('Invalid login credentials.');
  notify.success('Your password has been successfully updated.');
  closeErrorNotices();
  showNotices({ push: (_kind, text) => void shown.push(text), closeErrors: () => undefined });
  expect(shown).toEqual(['Your password has been successfully updated.']);
});
