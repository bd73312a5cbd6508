import { expect, it } from 'vitest';
import { withoutBlurb } from './BookScreen.tsx';

it('omits the blurb from the description only if a line break or the end follows it', () => {
  const textOf = (description: string) => withoutBlurb({ blurb: 'A knight returns', description });
  expect(textOf('A knight returns\n\nThere is a siege.')).toBe('\n\nThere is a siege.');
  expect(textOf('A knight returns ')).toBe(' ');
  expect(textOf('A knight returns to England.')).toBe('A knight returns to England.');
  expect(withoutBlurb({ blurb: '', description: 'A siege.' })).toBe('A siege.');
});
