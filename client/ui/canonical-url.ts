import { data, redirect } from '#client/app/router.ts';

/** The record's id in an address like `/books/7/some-name`. Throws a 404 if it isn't valid. */
export function idOf(params: { [name: string]: string | undefined }): number {
  const { id = '' } = params;
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2 ** 31 - 1) throw data(null, { status: 404 });
  return Number(id);
}

/** Redirects permanently to `path`, the canonical address, if the slug is wrong or missing. */
export function redirectToCanonicalSlug(record: { slug: string }, slug: string | undefined, path: string) {
  if (slug !== record.slug) throw redirect(path, 301);
}
