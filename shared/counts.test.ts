import { expect, it } from 'vitest';
import { waitText } from './counts.ts';

it.each([
  [1, '1 second'],
  [2, '2 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [3401, '57 minutes'],
  [7140, '119 minutes'],
  [7141, '2 hours'],
  [86_400, '24 hours'],
])('writes %i seconds as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
