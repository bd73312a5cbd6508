import { expect, it } from 'vitest';
import { reasonText } from './reasons.ts';

it('explains reason codes, and leaves messages unchanged', () => {
  expect(reasonText('no_card, date_full')).toBe(
    'Your default card must be valid: add a card, or choose another one. We won’t charge it until after the newsletter. All slots in this category are taken on that date. Choose another date.',
  );
  expect(reasonText('Which edition, please?')).toBe('Which edition, please?');
  expect(reasonText('no_card, please')).toBe('no_card, please');
});
