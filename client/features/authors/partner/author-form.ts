import type { Author, AuthorInput } from '#shared/authors.ts';

export const AUTHOR_LINK_FIELDS = [
  { field: 'website', label: 'Website', placeholder: 'https://janeausten.example.com' },
  { field: 'amazon_url', label: 'Amazon author page', placeholder: 'https://www.amazon.com/author/…' },
  { field: 'goodreads_url', label: 'Goodreads', placeholder: 'https://www.goodreads.com/author/show/…' },
  { field: 'bookbub_url', label: 'BookBub', placeholder: 'https://www.bookbub.com/authors/…' },
  { field: 'facebook_url', label: 'Facebook', placeholder: 'https://www.facebook.com/…' },
  { field: 'instagram_url', label: 'Instagram', placeholder: 'https://www.instagram.com/…' },
  { field: 'tiktok_url', label: 'TikTok', placeholder: 'https://www.tiktok.com/@…' },
] as const;

type LinkField = (typeof AUTHOR_LINK_FIELDS)[number]['field'];
export type AuthorValues = { name: string; bio: string } & Record<LinkField, string>;

/** The form's initial values, which are strings. */
export const authorValues = (author?: Author): AuthorValues => ({
  name: author?.name ?? '',
  bio: author?.bio ?? '',
  website: author?.website ?? '',
  amazon_url: author?.amazon_url ?? '',
  goodreads_url: author?.goodreads_url ?? '',
  bookbub_url: author?.bookbub_url ?? '',
  facebook_url: author?.facebook_url ?? '',
  instagram_url: author?.instagram_url ?? '',
  tiktok_url: author?.tiktok_url ?? '',
});

/** The form's values as a request body. Adds https:// to links that were pasted without a scheme. */
export const authorBody = (values: AuthorValues): AuthorInput => ({
  ...values,
  ...(Object.fromEntries(AUTHOR_LINK_FIELDS.map(({ field }) => [field, withScheme(values[field])])) as Record<
    LinkField,
    string
  >),
});

const withScheme = (url: string) => {
  const trimmed = url.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
};
