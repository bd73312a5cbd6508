import type { Author } from '#shared/authors.ts';

const LABELS = {
  website: 'Website',
  amazon_url: 'Amazon',
  goodreads_url: 'Goodreads',
  bookbub_url: 'BookBub',
  facebook_url: 'Facebook',
  instagram_url: 'Instagram',
  tiktok_url: 'TikTok',
} as const;

/** The author's own pages elsewhere, in the order readers look for them. */
export const authorLinks = (author: Author) =>
  (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((field) => {
    const href = author[field];
    return href ? [{ label: LABELS[field], href }] : [];
  });
