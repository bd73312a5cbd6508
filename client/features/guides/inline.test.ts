import { expect, it } from 'vitest';
import { inlineParts } from './Inline.tsx';

it('finds links, stresses and the support address in their order', () => {
  expect(inlineParts('See [all prices](/pricing#free), **now**, *please*, or write to {email}.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'all prices', to: '/pricing#free' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: 'now' },
    { kind: 'text', text: ', ' },
    { kind: 'emphasis', text: 'please' },
    { kind: 'text', text: ', or write to ' },
    { kind: 'email' },
    { kind: 'text', text: '.' },
  ]);
});

it('leaves text without marks as it is', () => {
  expect(inlineParts('3 × 4 (or [so])')).toEqual([{ kind: 'text', text: '3 × 4 (or [so])' }]);
});
