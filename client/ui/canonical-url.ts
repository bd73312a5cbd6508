import { data, redirect } from '#client/app/router.ts';

/** The id of `/books/7/some-name`. Throws a 404 if there's no valid id. */
export function idOf(params: { [name: string]: string | undefined }): number {
  const { id = '' } = params;
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2 ** 31 - 1) throw data(null, { status: 404 });
  return Number(id);
}

/** A record's public address carries its slug; a wrong or missing one redirects permanently. */
export function redirectToCanonicalSlug(record: { slug: string }, name: string | undefined, path: string) {
  if (name !== record.slug) throw redirect(path, 301);
}
