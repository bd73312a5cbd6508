import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

it('cuts long descriptions after the last word that fits', () => {
  const start = 'x'.repeat(270);
  expect(excerptOf(`${start} last fits`)).toBe(`${start} last fits`);
  expect(excerptOf(`${start} last fits next`)).toBe(`${start} last fits …`);
  expect(excerptOf(`${start} the last doesn’t`)).toBe(`${start} the last …`);
  expect(excerptOf('x'.repeat(300))).toBe(`${'x'.repeat(280)} …`);
  expect(excerptOf(`A ${'x'.repeat(300)}`)).toBe(`A ${'x'.repeat(278)} …`);
});

it('never cuts an emoji in half', () => {
  expect(excerptOf(`x${'📚'.repeat(200)}`)).toBe(`x${'📚'.repeat(139)} …`);
});
