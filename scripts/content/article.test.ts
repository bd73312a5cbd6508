import { expect, it } from 'vitest';
import { articleOf } from './article.ts';

const MATTER = `---
kind: guide
title: A title
description: Never more than :fact[ceiling].
heading: A heading
published: 2026-11-21
updated: 2026-11-21
sources:
  kdp-pricing:
    title: KDP pricing
    url: https://kdp.amazon.com/pricing
    as_of: 2025-08
    facts: [Royalties are 35% or 70%.]
---
`;
const htmlOf = (text: string) => {
  const [section] = articleOf('content/a.md', `${MATTER}\nThe lead.\n\n## Section {#section}\n\n${text}\n`).sections;
  return section!.parts.join('\n').replaceAll('\n', '');
};

it('takes the URL from the file’s path, and facts from the code', () => {
  expect(
    articleOf('content/marketing-guide/a.md', `${MATTER}\n**One** two.\n\n## Three {#three}\n\nFour – $5.\n`),
  ).toMatchObject({
    path: '/marketing-guide/a',
    description: 'Never more than $60.',
    lead: '<strong>One</strong> two.',
    words: 5,
    sections: [{ id: 'three', title: 'Three', parts: ['<p>Four – $5.</p>'] }],
  });
});

it('links to a source with its month and rel="noopener"', () => {
  expect(htmlOf('It is 70% :src[kdp-pricing].')).toBe(
    '<p>It is 70% <cite>(<a href="https://kdp.amazon.com/pricing" rel="noopener">KDP pricing</a>, as of August 2025)</cite>.</p>',
  );
});

it('renders a checklist as checkboxes, and raw HTML as text', () => {
  expect(htmlOf(':::checklist To do\n- One <b>thing</b>\n:::')).toBe(
    '<fieldset class="checklist"><legend>To do</legend><label><input type="checkbox"><span>One &lt;b&gt;thing&lt;/b&gt;</span></label></fieldset>',
  );
});

it('gives a table its caption and each row a header', () => {
  expect(htmlOf(':::table Prices\n| Book | Price |\n| --- | --- |\n| One | $1 |\n:::')).toBe(
    '<table class="data-table"><caption>Prices</caption><thead><tr><th scope="col">Book</th><th scope="col">Price</th></tr></thead>' +
      '<tbody><tr><th scope="row">One</th><td data-label="Price">$1</td></tr></tbody></table>',
  );
});

it('leaves a placeholder for today’s rates', () => {
  const { sections } = articleOf(
    'content/a.md',
    `${MATTER}\nLead.\n\n## Section {#section}\n\nBefore.\n\n:::rates romance fantasy\nToday\n:::\n\nAfter.\n`,
  );
  expect(sections[0]!.parts).toEqual([
    '<p>Before.</p>',
    { rates: ['romance', 'fantasy'], caption: 'Today' },
    '<p>After.</p>',
  ]);
});

it.each([
  ['a fact', ':fact[nonsense]', /unknown fact “nonsense”/],
  ['a source', 'See :src[nonsense].', /content\/a.md|no source is called “nonsense”/],
  ['data', ':data[nonsense]', /no data is called “nonsense”/],
  ['a picture', '![Chart](/guides/nonsense.svg)', /there is no picture client\/public\/guides\/nonsense.svg/],
  ['a reason', ':::reason nonsense Title\n:::', /no reason has the code “nonsense”/],
])('refuses %s that doesn’t exist', (_, text, message) => {
  expect(() => htmlOf(text)).toThrow(message);
});

it('refuses front matter with an unknown key or a source without a month', () => {
  expect(() => articleOf('content/a.md', MATTER.replace('kind: guide', 'kind: guide\nauthor: Me'))).toThrow(
    /content\/a.md: front matter\n {2}: .*author/i,
  );
  expect(() => articleOf('content/a.md', MATTER.replace('    as_of: 2025-08\n', ''))).toThrow(
    'sources.kdp-pricing: needs as_of or unverified',
  );
});

it('leaves a placeholder for the break-even calculator, with its first category', () => {
  const { sections, words } = articleOf(
    'content/a.md',
    `${MATTER}\nLead.\n\n## Section {#section}\n\nBefore.\n\n:::break-even romance\n:::\n\nAfter.\n`,
  );
  expect(sections[0]!.parts).toEqual(['<p>Before.</p>', { break_even: 'romance' }, '<p>After.</p>']);
  expect(words).toBe(4);
});
