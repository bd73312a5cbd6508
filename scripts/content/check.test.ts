import { expect, it } from 'vitest';
import { checkContent } from './check.ts';

const page = ({ matter = '', text = 'No facts.', sources = '' }) => `---
kind: guide
title: A title
description: A description
heading: A heading
published: 2026-11-21
updated: 2026-11-21
${matter}${sources && `sources:\n${sources}`}
---

The lead.

## Section {#section}

${text}
`;
const KDP = `  kdp:
    title: KDP Help
    url: https://kdp.amazon.com/help
    as_of: 2025-08
    facts: [Free days are five in a term.]
`;
const problemsIn = (input: Parameters<typeof page>[0]) =>
  checkContent('content/marketing-guide/a.md', page(input), '2026-11-23').problems.map(({ message }) => message);

it.each([
  'Amazon allows seven keywords.',
  '- Kobo pays 70%.',
  'In 2022, sales fell.',
  '| Plan | Share |\n| --- | --- |\n| KDP | 35% |',
  'Term\n: BookBub takes 180 days.',
])('requires a source for %j', (text) => {
  expect(problemsIn({ text })[0]).toMatch(/^claim without a source: /);
});

it.each([
  'Sell it for $3.99 and ask ten readers.',
  'Suppose Amazon sells 25 copies.',
  ':::example Sums\nAmazon leaves you 35%.\n:::',
  'Never more than :fact[ceiling] on Deckle.',
])('requires no source for %j', (text) => {
  expect(problemsIn({ text })).toEqual([]);
});

it('accepts a source in the same paragraph, item, or table', () => {
  const input = { matter: 'checked: 2025-08\n', sources: KDP };
  expect(problemsIn({ ...input, text: 'Amazon allows five free days :src[kdp].' })).toEqual([]);
  expect(problemsIn({ ...input, text: '- Amazon allows five days.\n\n  See :src[kdp].' })).toEqual([]);
  const table = ':::table Plans :src[kdp]\n| Plan | Share |\n| --- | --- |\n| KDP | 35% |\n:::';
  expect(problemsIn({ ...input, text: table })).toEqual([]);
  expect(problemsIn({ ...input, text: 'See :src[kdp].\n\nAmazon allows five.' })).toEqual([
    'claim without a source: “Amazon allows five.”',
  ]);
});

it('refuses sources that nothing cites, unknown names, and links without a source', () => {
  expect(problemsIn({ matter: 'checked: 2025-08\n', sources: KDP })).toEqual(['the text never cites “kdp”']);
  expect(problemsIn({ text: 'See :src[kobo].' })).toEqual(['no source is called “kobo”']);
  expect(problemsIn({ text: 'See [Kobo](https://www.kobo.com).' })).toEqual([
    'https://www.kobo.com isn’t among the sources',
  ]);
});

it('refuses a checked month later than the newest source, and future months', () => {
  const input = { text: 'See :src[kdp].', sources: KDP };
  expect(problemsIn({ ...input, matter: 'checked: 2025-09\n' })).toEqual([
    'checked 2025-09 is later than the newest source (2025-08)',
  ]);
  expect(problemsIn(input)).toEqual(['has sources but no month in “checked”']);
  expect(problemsIn({ ...input, matter: 'checked: 2026-12\n', sources: KDP.replace('2025-08', '2026-12') })).toEqual([
    'a source’s as_of month is in the future',
  ]);
});

it('counts links, pictures, downloads, and unverified links', () => {
  const report = checkContent(
    'content/marketing-guide/a.md',
    page({
      matter: 'checked: 2025-08\ndownloads:\n  - { file: /downloads/a.csv, label: Plan, text: A sheet. }\n',
      sources: `${KDP}  kobo:\n    title: Kobo\n    url: https://www.kobo.com\n    unverified: unopened\n`,
      text: 'See :src[kdp] and :src[kobo].\n\n![A chart](/guides/a.svg)',
    }),
    '2026-11-23',
  );
  expect(report).toEqual({
    path: '/marketing-guide/a',
    kind: 'guide',
    problems: [],
    links: ['https://kdp.amazon.com/help', 'https://www.kobo.com'],
    pictures: 1,
    downloads: 1,
    unverified: [{ url: 'https://www.kobo.com', why: 'unopened' }],
  });
});
