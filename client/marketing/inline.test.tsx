import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RouteTableContext } from '#client/ui/RouteTable.ts';
import { type Shell, ShellContext } from '#client/ui/shell.ts';
import { Inline } from './Inline.tsx';
import { inlineParts } from './inline.ts';

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

it('shows a link to a page that is not there as its words', () => {
  const html = renderToString(
    <ShellContext value={{ support_email: 'help@deckle.test' } as Shell}>
      <RouteTableContext value={{ hasPage: () => false, prefetch: () => undefined }}>
        <Inline text="See [all prices](/pricing) or write to {email}." />
      </RouteTableContext>
    </ShellContext>,
  );
  expect(html.replaceAll('<!-- -->', '')).toBe(
    'See all prices or write to <a href="mailto:help@deckle.test">help@deckle.test</a>.',
  );
});
