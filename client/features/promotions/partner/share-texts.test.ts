import { expect, it } from 'vitest';
import { shareTexts } from './share-texts.ts';

const facts = {
  title: 'Emma',
  author_name: 'Jane Austen',
  blurb: 'Handsome, clever, and rich.',
  sale_price_cents: 99,
  current_price_cents: 499,
  from: '2026-12-02',
  deal_ends_on: '2026-12-05',
  url: 'https://deckle.test/books/1/emma',
};

it('has a link for each channel, with the price and the days in all texts but the bare link', () => {
  expect(shareTexts(facts).map(({ text }) => text)).toEqual([
    'https://deckle.test/books/1/emma?from=link',
    '“Emma” is $0.99 instead of $4.99, from Wed, Dec 2 to Sat, Dec 5: https://deckle.test/books/1/emma?from=short_post',
    '“Emma” by Jane Austen is $0.99 instead of $4.99, from Wed, Dec 2 to Sat, Dec 5.\n\nHandsome, clever, and rich.\n\nhttps://deckle.test/books/1/emma?from=long_post',
    'Hello,\n\nMy ebook “Emma” is $0.99 instead of $4.99, from Wed, Dec 2 to Sat, Dec 5. All stores are on one page:\nhttps://deckle.test/books/1/emma?from=newsletter\n\nIf you know someone who would enjoy it, please pass this on.\n\nJane Austen',
  ]);
});

it('says “free” for a free deal, and omits a missing author or blurb', () => {
  const [, , longer, letter] = shareTexts({ ...facts, author_name: null, blurb: '', sale_price_cents: 0 });
  expect(longer!.text).toMatch(/^“Emma” is free instead of \$4\.99,[^\n]*\n\nhttps/);
  expect(letter!.text).toMatch(/please pass this on\.$/);
});
