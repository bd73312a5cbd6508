/** Author profiles, owned by a partner. Names are unique per partner, ignoring case. */

import type { Author } from '#prisma';
import { auditStaff, redactAuditEvents } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isRecordMissing, isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { type Actor, ownedBy } from '#server/platform/ownership.ts';
import type { AuthorInput, AuthorPatch } from '#shared/authors.ts';
import { slugOf } from '#shared/slug.ts';
import { schedulePhotoRemoval } from './photos.ts';
import { presentAuthorInFull } from './presenter.ts';

/** Runs in the transaction that changes a profile, and throws to refuse the change. */
export type AuthorChangeHook = (tx: Tx, change: { actor: Actor; before: Author; after: Author }) => Promise<void>;

export const createAuthor = (deps: Pick<Deps, 'db'>, partner_id: number, input: AuthorInput) =>
  mapErrors(deps.db.author.create({ data: { ...input, partner_id, slug: slugOf(input.name) } }));

export const updateAuthor = (
  deps: Pick<Deps, 'db' | 'now'>,
  { id, actor, patch, onChange }: { id: number; actor: Actor; patch: AuthorPatch; onChange: AuthorChangeHook },
) =>
  mapErrors(
    deps.db.$transaction(async (tx) => {
      const where = { id, ...ownedBy(actor) };
      // Locks the row, so that a name changed at the same time doesn't count as this actor's change.
      await tx.$queryRaw`select 1 from authors where id = ${id} for no key update`;
      const before = await tx.author.findFirst({ where });
      if (!before) throw notFound();
      const data = { ...patch, ...(patch.name ? { slug: slugOf(patch.name) } : {}) };
      const after = await tx.author.update({ where, data });
      await auditStaff(tx, deps.now(), actor, { action: 'update', entity: 'author', entity_id: id, before, after });
      await onChange(tx, { actor, before, after });
      return after;
    }),
  );

/** Deletes a profile and its audited texts. Refuses if it has books: book pages and past newsletters refer to it. */
export const deleteAuthor = (
  deps: Pick<Deps, 'db' | 'queue'>,
  { id, partner_id }: { id: number; partner_id: number },
) =>
  deps.db.$transaction(async (tx) => {
    // Locks the row, so that no book is added after the count.
    await tx.$queryRaw`select 1 from authors where id = ${id} and partner_id = ${partner_id} for update`;
    const author = await tx.author.findFirst({
      where: { id, partner_id },
      include: { _count: { select: { books: true } } },
    });
    if (!author) throw notFound();
    if (author._count.books) {
      const message = 'This profile still has books. Move them to another profile first.';
      throw conflict(message, { author: presentAuthorInFull(author) });
    }
    await tx.author.delete({ where: { id } });
    await redactAuditEvents(tx, 'author', id);
    await schedulePhotoRemoval(deps, tx, [author]);
  });

async function mapErrors<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isRecordMissing(error)) throw notFound();
    if (isUniqueViolation(error)) throw invalid({ name: ['is already one of your author profiles'] });
    throw error;
  }
}
