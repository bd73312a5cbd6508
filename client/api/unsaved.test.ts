import { afterEach, expect, it, vi } from 'vitest';
import { confirmDiscard, registerForm } from './unsaved.ts';

afterEach(() => void vi.unstubAllGlobals());

it('asks the questions of all forms with unsaved changes, each once', () => {
  const confirm = vi.fn(() => false);
  vi.stubGlobal('window', { confirm });
  expect(confirmDiscard()).toBe(true);
  const question = 'You haven’t added the drafts from your list yet. Leave without them?';
  const forms = [
    registerForm(() => false, 'Never asked.'),
    registerForm(() => true),
    registerForm(() => true),
    registerForm(() => true, question),
  ];
  expect(confirmDiscard()).toBe(false);
  expect(confirm.mock.calls).toEqual([[`You have unsaved changes. Discard them?\n${question}`]]);
  for (const unregister of forms) unregister();
  expect(confirmDiscard()).toBe(true);
});
