import type { Blog, BlogPatch } from '#shared/blog.ts';
import { type FieldErrors, fieldLabel } from '#shared/errors.ts';

/** What the editor holds; '' stands where nothing is set. */
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

/** What is not saved yet, as the API takes it. A new post is sent whole, once it has the two things it needs. */
export function unsavedBody(values: PostValues, saved: PostValues, isNew: boolean): BlogPatch {
  if (isNew) return values.slug ? values : withoutSlug(values);
  const names = Object.keys(values) as (keyof PostValues)[];
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(saved[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

const withoutSlug = ({ slug: _made, ...values }: PostValues) => values;

export const isDirty = (values: PostValues, saved: PostValues) => JSON.stringify(values) !== JSON.stringify(saved);

/** A post needs these before the server takes it. */
export const isComplete = ({ title, body }: PostValues) => title.trim() !== '' && body.trim() !== '';

/** The address follows the title on the server; it is taken over unless somebody is typing one. */
export const withSlug = (values: PostValues, sent: PostValues, slug: string): PostValues =>
  values.slug === sent.slug ? { ...values, slug } : values;

/** 'Title can't be blank'; null while the server has nothing against it. */
export function messageFor(field: string, errors: FieldErrors): string | null {
  const message = errors[field]?.[0];
  return message ? `${fieldLabel(field)} ${message}` : null;
}
