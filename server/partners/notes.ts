/** Internal notes of staff about a partner and their promotions. */
import type { Prisma } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { adminsOnly, invalid, notFound } from '#server/platform/errors.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import type { InternalNote, InternalNoteInput, InternalNoteListQuery } from '#shared/partner-dossier.ts';

const include = {
  user: { select: { name: true } },
  promotion: { select: { book: { select: { title: true } } } },
} as const satisfies Prisma.InternalNoteInclude;

type StaffActor = { id: number; is_admin: boolean };

const present = (
  { user, user_id, promotion, created_at, ...note }: Prisma.InternalNoteGetPayload<{ include: typeof include }>,
  actor: StaffActor,
): InternalNote => ({
  ...note,
  promotion_title: promotion?.book.title ?? null,
  author_name: user.name,
  created_at: created_at.toISOString(),
  can_delete: actor.is_admin || user_id === actor.id,
});

/** A page of a partner's notes, in one statement. */
export async function listNotes(
  { db }: Pick<Deps, 'db'>,
  actor: StaffActor,
  { partner_id, query }: { partner_id: number; query: InternalNoteListQuery },
) {
  const partner = await db.partner.findUnique({
    where: { id: partner_id },
    select: {
      _count: { select: { notes: true } },
      notes: { ...pageOf(query), include, orderBy: { id: query.sort_dir } },
    },
    relationLoadStrategy: 'join',
  });
  if (!partner) throw notFound();
  return { notes: partner.notes.map((note) => present(note, actor)), total: partner._count.notes };
}

type NewNote = InternalNoteInput & { actor: StaffActor; partner_id: number };

export async function addNote(deps: Pick<Deps, 'db' | 'now'>, { actor, partner_id, text, promotion_id }: NewNote) {
  return deps.db.$transaction(async (tx) => {
    // Keeps the account from being closed before the note is added; otherwise the note would survive the erasure.
    const [partner] = await tx.$queryRaw<[{ deleted_at: Date | null }?]>`
      select deleted_at from partners where id = ${partner_id} for share`;
    if (!partner || partner.deleted_at) throw notFound();
    if (promotion_id && !(await tx.promotion.count({ where: { id: promotion_id, partner_id } })))
      throw invalid({ promotion_id: ['is not a promotion of this partner'] });
    const note = await tx.internalNote.create({
      data: { partner_id, promotion_id: promotion_id ?? null, user_id: actor.id, text, created_at: deps.now() },
      include,
    });
    await auditNote(deps, tx, actor, { action: 'add_note', partner_id, after: { note_id: note.id, text } });
    return present(note, actor);
  });
}

export async function deleteNote(
  deps: Pick<Deps, 'db' | 'now'>,
  { actor, partner_id, id }: { actor: StaffActor; partner_id: number; id: number },
) {
  await deps.db.$transaction(async (tx) => {
    const note = await tx.internalNote.findFirst({ where: { id, partner_id } });
    if (!note) throw notFound();
    if (!actor.is_admin && note.user_id !== actor.id)
      throw adminsOnly('Only its author or an administrator can delete a note.');
    const { count } = await tx.internalNote.deleteMany({ where: { id } });
    if (!count) throw notFound();
    await auditNote(deps, tx, actor, { action: 'delete_note', partner_id, before: { note_id: id, text: note.text } });
  });
}

type AuditedNote = { action: string; partner_id: number; before?: object; after?: object };

/** The texts in the audit log are erased with the partner. */
const auditNote = (
  deps: Pick<Deps, 'now'>,
  tx: Parameters<typeof audit>[0],
  actor: StaffActor,
  { partner_id, ...change }: AuditedNote,
) => audit(tx, deps.now(), { user_id: actor.id, entity: 'partner', entity_id: partner_id, ...change });
