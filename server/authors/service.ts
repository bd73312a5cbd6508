/** Author profiles belong to a partner; a name is used once per partner, whatever its case. */

import { auditStaff } from '#server/platform/audit.ts';
import { isMissing, isUniqueViolation } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, missing } from '#server/platform/errors.ts';
import { slugOf } from '#server/platform/slug.ts';
import type { AuthorInput, AuthorPatch } from '#shared/authors.ts';
import { presentAuthorInFull } from './presenter.ts';

export const createAuthor = (deps: Deps, partner_id: number, input: AuthorInput) =>
  orTaken(deps.db.author.create({ data: { ...input, partner_id, slug: slugOf(input.name) } }));

/** A partner has only their own profiles. */
export type Wanted = { id: number; by: { role: 'partner' | 'user'; id: number } };

export const whereOf = ({ id, by }: Wanted) => ({ id, ...(by.role === 'partner' ? { partner_id: by.id } : {}) });

export const updateAuthor = (deps: Deps, wanted: Wanted, patch: AuthorPatch) =>
  orTaken(
    deps.db.$transaction(async (tx) => {
      const before = await tx.author.findFirst({ where: whereOf(wanted) });
      if (!before) throw missing();
      const data = { ...patch, ...(patch.name ? { slug: slugOf(patch.name) } : {}) };
      const after = await tx.author.update({ where: whereOf(wanted), data });
      const trail = { action: 'update', entity: 'author', entity_id: before.id, before, after };
      await auditStaff(tx, deps.now(), wanted.by, trail);
      return after;
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
