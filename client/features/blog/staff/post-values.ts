import type { Blog, BlogPatch, BlogStatus } from '#shared/blog.ts';
import { type FieldErrors, fieldLabel } from '#shared/errors.ts';

/** The editor's values; '' means not set. */
export type PostValues = {
  title: string;
  summary: string;
  body: string;
  hero: string;
  blog_category_id: number | null;
  tag_names: string[];
  slug: string;
};

export const valuesOf = (post: Blog | null): PostValues => ({
  title: post?.title ?? '',
  summary: post?.summary ?? '',
  body: post?.body ?? '',
  hero: post?.hero ?? '',
  blog_category_id: post?.blog_category_id ?? null,
  tag_names: (post?.tags ?? []).map(({ name }) => name),
  slug: post?.slug ?? '',
});

/** The status at a time, in milliseconds: a scheduled post may have gone live since it was loaded. */
export function statusAt(post: Pick<Blog, 'status' | 'published_at'> | null, now: number): BlogStatus {
  const isLive = post?.status === 'scheduled' && Date.parse(post.published_at!) <= now;
  return isLive ? 'published' : (post?.status ?? 'draft');
}

/** The unsaved changes as a request body; the whole post if it's new. */
export function unsavedBody(values: PostValues, saved: PostValues, isNew: boolean): BlogPatch {
  if (isNew) return values.slug ? values : withoutSlug(values);
  const names = Object.keys(values) as (keyof PostValues)[];
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(saved[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

const withoutSlug = ({ slug: _generated, ...values }: PostValues) => values;

export const isDirty = (values: PostValues, saved: PostValues) => JSON.stringify(values) !== JSON.stringify(saved);

/** True if the post has the fields that the server requires. */
export const isComplete = ({ title, body }: PostValues) => title.trim() !== '' && body.trim() !== '';

/** Adopts the slug that the server generated from the title, unless another one has been typed since. */
export const withSlug = (values: PostValues, sent: PostValues, slug: string): PostValues =>
  values.slug === sent.slug ? { ...values, slug } : values;

/** True if the post has these values, as the server stores them: trimmed, with known tags, and maybe another slug. */
export const isStoredAs = (post: Blog, values: PostValues) =>
  JSON.stringify(storedValues(valuesOf(post))) === JSON.stringify(storedValues(values));

const storedValues = ({ title, summary, body, hero, blog_category_id, tag_names }: PostValues) => [
  ...[title, summary, body, hero].map((text) => text.trim()),
  blog_category_id,
  ...new Set(tag_names.map((name) => name.trim().toLowerCase()).toSorted()),
];

/** 'Title can't be blank', or null if the field has no error. */
export function messageFor(field: string, errors: FieldErrors): string | null {
  const message = errors[field]?.[0];
  return message ? `${fieldLabel(field)} ${message}` : null;
}
