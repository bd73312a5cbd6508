/** Author profiles belong to a partner; a name is used once per partner, whatever its case. */

import { isMissing, isUniqueViolation } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, missing } from '#server/platform/errors.ts';
import { slugOf } from '#server/platform/slug.ts';
import type { AuthorInput, AuthorPatch } from '#shared/authors.ts';
import { presentAuthorInFull } from './presenter.ts';

export const createAuthor = (deps: Deps, partner_id: number, input: AuthorInput) =>
  orTaken(deps.db.author.create({ data: { ...input, partner_id, slug: slugOf(input.name) } }));

export const updateAuthor = (
  deps: Deps,
  { id, partner_id }: { id: number; partner_id?: number | undefined },
  patch: AuthorPatch,
) =>
  orTaken(
    deps.db.author.update({
      where: { id, ...(partner_id === undefined ? {} : { partner_id }) },
      data: { ...patch, ...(patch.name ? { slug: slugOf(patch.name) } : {}) },
    }),
  );

/** A profile with books stays: the books' pages and past newsletters name it. */
export async function deleteAuthor(deps: Deps, { id, partner_id }: { id: number; partner_id: number }) {
  const author = await deps.db.author.findFirst({
    where: { id, partner_id },
    include: { _count: { select: { books: true } } },
  });
  if (!author) throw missing();
  if (author._count.books) {
    const message = 'This profile still has books. Move them to another profile first.';
    throw conflict(message, { author: presentAuthorInFull(author) });
  }
  await deps.db.author.deleteMany({ where: { id, partner_id, books: { none: {} } } });
}

async function orTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isMissing(error)) throw missing();
    if (isUniqueViolation(error)) throw invalid({ name: ['is already one of your author profiles'] });
    throw error;
  }
}
