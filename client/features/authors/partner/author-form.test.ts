import { expect, it } from 'vitest';
import { authorBody, authorValues } from './author-form.ts';

it('starts empty for a new profile', () => {
  expect(authorValues()).toEqual({
    name: '',
    bio: '',
    website: '',
    amazon_url: '',
    goodreads_url: '',
    bookbub_url: '',
    facebook_url: '',
    instagram_url: '',
    tiktok_url: '',
  });
});

it('adds https:// only to links that were pasted without a scheme', () => {
  const body = authorBody({
    ...authorValues(),
    name: 'Ann Radcliffe',
    website: ' radcliffe.example.com ',
    amazon_url: 'http://www.amazon.com/author/ann',
    tiktok_url: 'mailto:ann@example.com',
  });
  expect(body.website).toBe('https://radcliffe.example.com');
  expect(body.amazon_url).toBe('http://www.amazon.com/author/ann');
  expect(body.tiktok_url).toBe('mailto:ann@example.com');
  expect(body.facebook_url).toBe('');
});
