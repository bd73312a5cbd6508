import { expect, it } from 'vitest';
import { amongNeighbors, countWords, fileProblem, readDraft, toPreviewDeal } from './bench.ts';
import { benchCategory } from './queries.ts';

it('puts the cover in the middle of its neighbors', () => {
  expect(amongNeighbors('own', ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'own', 'd', 'e']);
  expect(amongNeighbors('own', ['a'])).toEqual(['a', 'own']);
  expect(amongNeighbors('own', [])).toEqual(['own']);
});

it('accepts a PNG image up to 20 MB, and rejects SVG and PDF files', () => {
  expect(fileProblem({ type: 'image/png', size: 20_000_000 })).toBeNull();
  expect(fileProblem({ type: 'image/png', size: 20_000_001 })).toContain('larger than 20 MB');
  for (const type of ['image/svg+xml', 'application/pdf', '']) expect(fileProblem({ type, size: 1 })).toContain('JPEG');
});

it('reads a draft from the book form, with covers of this site only', () => {
  const bench = { title: 'Fog', author: 'Ada', blurb: 'A tower.', cover: '/media/covers/1.webp' };
  expect(readDraft({ bench })).toEqual(bench);
  for (const cover of ['https://elsewhere.example/x.png', '//elsewhere.example/x.png', 'javascript:alert(1)', 7])
    expect(readDraft({ bench: { ...bench, cover } })).toEqual({ ...bench, cover: null });
  expect(readDraft({ bench: {} })).toEqual({ title: '', author: '', blurb: '', cover: null });
  expect(readDraft(null)).toBeNull();
  expect(readDraft({ skip: true })).toBeNull();
});

it('creates an entry from the typed values', () => {
  const values = new FormData();
  for (const [name, value] of Object.entries({
    title: ' Fog ',
    author: '',
    blurb: 'A tower.',
    price: '0.99',
    was: 'x',
  }))
    values.append(name, value);
  expect(toPreviewDeal(values, 'blob:1')).toMatchObject({
    title: 'Fog',
    author_name: null,
    blurb: 'A tower.',
    cover_url: 'blob:1',
    sale_price_cents: 99,
    current_price_cents: 0,
    amazon_url: '/',
  });
  values.set('price', '.99');
  expect(toPreviewDeal(values, 'blob:1').sale_price_cents).toBe(99);
});

it('counts words, not dashes', () => {
  expect(countWords('')).toBe(0);
  expect(countWords('A keeper – and 12 widows.')).toBe(5);
});

it('uses the category in the address, or the first', () => {
  const categories = [{ id: 1 }, { id: 6 }];
  const read = (query: string) => benchCategory(new URLSearchParams(query), categories)?.id;
  expect([read('category_id=6'), read('category_id=7'), read('category_id=x'), read('')]).toEqual([6, 1, 1, 1]);
  expect(benchCategory(new URLSearchParams(), [])).toBeUndefined();
});
