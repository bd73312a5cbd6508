import { describe, expect, it } from 'vitest';
import type { Blog } from '#shared/blog.ts';
import { isComplete, isDirty, isStoredAs, statusAt, unsavedBody, valuesOf, withSlug } from './post-values.ts';

const POST: Blog = {
  id: 7,
  slug: 'the-week-before',
  title: 'The week before',
  summary: '',
  body: 'Set your *price*.',
  hero: null,
  reading_minutes: 1,
  published_at: null,
  updated_at: '2026-12-01T15:00:00.000Z',
  blog_category_id: 3,
  tags: [{ id: 1, slug: 'pricing', name: 'Pricing' }],
};

it('fills the editor with the post, or leaves it empty for a new one', () => {
  expect(valuesOf(null)).toEqual({
    title: '',
    summary: '',
    body: '',
    hero: '',
    blog_category_id: null,
    tag_names: [],
    slug: '',
  });
  expect(valuesOf(POST)).toMatchObject({ title: 'The week before', hero: '', tag_names: ['Pricing'] });
});

it('counts a scheduled post as published once its time has come', () => {
  const published_at = '2026-12-02T15:00:00.000Z';
  const statusOf = (status: Blog['status'], minutes: number) =>
    statusAt({ status, published_at }, Date.parse(published_at) + minutes * 60_000);
  expect([statusOf('scheduled', -1), statusOf('scheduled', 0)]).toEqual(['scheduled', 'published']);
  // The server decides, even if its clock is ahead.
  expect(statusOf('published', -1)).toBe('published');
  expect(statusAt(null, 0)).toBe('draft');
});

describe('the request body', () => {
  it('is the whole new post, with a slug only if one was entered', () => {
    const values = { ...valuesOf(null), title: 'Ten', body: 'x' };
    expect(unsavedBody(values, valuesOf(null), true)).toEqual({
      title: 'Ten',
      summary: '',
      body: 'x',
      hero: '',
      blog_category_id: null,
      tag_names: [],
    });
    expect(unsavedBody({ ...values, slug: 'ten' }, valuesOf(null), true)).toMatchObject({ slug: 'ten' });
  });

  it('has only the changes of an existing post', () => {
    const saved = valuesOf(POST);
    expect(isDirty(saved, valuesOf(POST))).toBe(false);
    const values = { ...saved, tag_names: ['Pricing', 'Dates'] };
    expect(isDirty(values, saved)).toBe(true);
    expect(unsavedBody(values, saved, false)).toEqual({ tag_names: ['Pricing', 'Dates'] });
  });

  it('needs a title and text', () => {
    expect(isComplete({ ...valuesOf(POST), title: '  ' })).toBe(false);
    expect(isComplete({ ...valuesOf(POST), body: '\n' })).toBe(false);
    expect(isComplete(valuesOf(POST))).toBe(true);
  });
});

it('adopts the server’s slug, unless another one is being typed', () => {
  const sent = valuesOf(POST);
  expect(withSlug({ ...sent, title: 'Later' }, sent, 'later').slug).toBe('later');
  expect(withSlug({ ...sent, slug: 'mine' }, sent, 'later').slug).toBe('mine');
});

it('recognizes its values in a stored post, unless someone else changed one', () => {
  const values = { ...valuesOf(POST), title: 'The week before ', tag_names: ['pricing', 'Dates'], slug: 'typed' };
  const stored = { ...POST, tags: [{ id: 2, slug: 'dates', name: 'Dates' }, ...POST.tags!] };
  expect(isStoredAs(stored, values)).toBe(true);
  expect(isStoredAs({ ...stored, summary: 'Theirs' }, values)).toBe(false);
  expect(isStoredAs(POST, values)).toBe(false);
});
