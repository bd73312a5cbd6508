/** Saved views of the review queue. A private view doesn't exist for anyone but its owner. */
import type { Prisma } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { adminsOnly, invalid, invalidBase, notFound } from '#server/platform/errors.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import {
  MAX_SAVED_VIEWS,
  type SavedView,
  type SavedViewInput,
  type SavedViewListQuery,
  type SavedViewPatch,
} from '#shared/saved-views.ts';

const include = { user: { select: { name: true } } } as const;
type Stored = Prisma.SavedViewGetPayload<{ include: typeof include }>;
type StaffActor = { id: number; is_admin: boolean };

const present = ({ id, name, filters, is_shared, user, user_id }: Stored, actor: StaffActor): SavedView => ({
  ...{ id, name, is_shared },
  filters: filters as SavedView['filters'],
  owner_name: user.name,
  is_own: user_id === actor.id,
  can_change: actor.is_admin || user_id === actor.id,
});

const visibleTo = ({ id }: StaffActor) => ({ OR: [{ user_id: id }, { is_shared: true }] });

export async function listSavedViews({ db }: Pick<Deps, 'db'>, actor: StaffActor, query: SavedViewListQuery) {
  const where = visibleTo(actor);
  const orderBy = [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }];
  const [rows, total] = await Promise.all([
    db.savedView.findMany({ where, orderBy, include, ...pageOf(query) }),
    db.savedView.count({ where }),
  ]);
  return { saved_views: rows.map((row) => present(row, actor)), total };
}

export const createSavedView = (deps: Pick<Deps, 'db' | 'now'>, actor: StaffActor, input: SavedViewInput) =>
  withUniqueName(() =>
    deps.db.$transaction(async (tx) => {
      // Locks the account, so that simultaneous requests count each other's views and notice that it was disabled.
      const [owner] = await tx.$queryRaw<{ disabled_at: Date | null }[]>`
        select disabled_at from users where id = ${actor.id} for no key update`;
      if (!owner || owner.disabled_at) throw notFound();
      if ((await tx.savedView.count({ where: { user_id: actor.id } })) >= MAX_SAVED_VIEWS)
        throw invalidBase(`You have ${MAX_SAVED_VIEWS} views already. Delete one first.`);
      const at = { created_at: deps.now(), updated_at: deps.now() };
      const view = await tx.savedView.create({ data: { ...input, user_id: actor.id, ...at }, include });
      await auditView(deps, tx, actor, view, { action: 'create', after: input });
      return present(view, actor);
    }),
  );

export const updateSavedView = (
  deps: Pick<Deps, 'db' | 'now'>,
  { actor, id, changes }: { actor: StaffActor; id: number; changes: SavedViewPatch },
) =>
  withUniqueName(() =>
    deps.db.$transaction(async (tx) => {
      const { name, filters, is_shared, user_id } = await lockChangeable(tx, actor, id);
      // Nobody but its owner would see the view anymore, and their account may be disabled.
      if (changes.is_shared === false && user_id !== actor.id)
        throw invalidBase('Only its owner can stop sharing a view. You can delete it instead.');
      const data = { ...changes, updated_at: deps.now() } as Prisma.SavedViewUpdateInput;
      const view = await tx.savedView.update({ where: { id }, data, include });
      const before = { name, filters, is_shared };
      const after = { name: view.name, filters: view.filters, is_shared: view.is_shared };
      await auditView(deps, tx, actor, view, { action: 'update', before, after });
      return present(view, actor);
    }),
  );

export const deleteSavedView = (deps: Pick<Deps, 'db' | 'now'>, { actor, id }: { actor: StaffActor; id: number }) =>
  deps.db.$transaction(async (tx) => {
    const view = await lockChangeable(tx, actor, id);
    await tx.savedView.delete({ where: { id } });
    const { name, filters, is_shared } = view;
    await auditView(deps, tx, actor, view, { action: 'delete', before: { name, filters, is_shared } });
  });

/** Locks a view, so that a simultaneous deletion or change waits, and refuses a view that the actor can't change. */
async function lockChangeable(tx: Tx, actor: StaffActor, id: number) {
  await tx.$queryRaw`select id from saved_views where id = ${id} for update`;
  const view = await tx.savedView.findFirst({ where: { AND: [{ id }, visibleTo(actor)] } });
  if (!view) throw notFound();
  if (view.user_id !== actor.id && !actor.is_admin)
    throw adminsOnly('Only its owner or an administrator can change a shared view.');
  return view;
}

async function withUniqueName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ name: ['has already been taken'] });
    throw error;
  }
}

const auditView = (
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  actor: StaffActor,
  { id }: { id: number },
  change: { action: string; before?: object; after?: object },
) => audit(tx, deps.now(), { user_id: actor.id, entity: 'saved_view', entity_id: id, ...change });
