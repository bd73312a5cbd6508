import { implement } from '#server/api/implement.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { authorsApi } from '#shared/api/authors.ts';
import { replacePhoto, requireEditableAuthor } from './photos.ts';
import { presentAuthor, presentAuthorInFull, presentAuthorPastDeal } from './presenter.ts';
import { authorBooks, authorById, authorPastDeals, countFollowers, listAuthors, partnersOf } from './queries.ts';
import { type AuthorChangeHook, createAuthor, deleteAuthor, updateAuthor } from './service.ts';

type AuthorViewer = { role: string; id: number } | null;

export function authorRoutes(deps: Deps, onAuthorChange: AuthorChangeHook) {
  const dbFor = (viewer: AuthorViewer) => (viewer ? deps.db : deps.reads);
  /**
   * Loads the fields that the query joins and, for partners and staff, the number of followers. Returns a function that
   * looks them up by author.
   */
  const loadExtras = async (
    db: Database,
    authors: readonly { id: number; partner_id: number }[],
    { viewer, joins }: { viewer: AuthorViewer; joins: readonly string[] },
  ) => {
    const ids = authors.map(({ id }) => id);
    const today = vancouverTime(deps.now()).date;
    const [followers, books, partners, deals] = await Promise.all([
      viewer && countFollowers(db, ids),
      joins.includes('books') && authorBooks(db, ids),
      viewer && joins.includes('partner') && partnersOf(db, [...new Set(authors.map((author) => author.partner_id))]),
      joins.includes('past_deals') && authorPastDeals(db, ids, today),
    ]);
    const booksByAuthor = books && Map.groupBy(books, ({ author_id }) => author_id);
    const dealsByAuthor = deals && Map.groupBy(deals, ({ author_id }) => author_id);
    return ({ id, partner_id }: { id: number; partner_id: number }) => ({
      ...(followers && { followers_count: followers.get(id) ?? 0 }),
      ...(booksByAuthor && { books: (booksByAuthor.get(id) ?? []).map(({ author_id: _, ...book }) => book) }),
      ...(partners && { partner: partners.find((partner) => partner.id === partner_id)! }),
      ...(dealsByAuthor && { past_deals: (dealsByAuthor.get(id) ?? []).map(presentAuthorPastDeal) }),
    });
  };
  return implement(authorsApi, {
    list: async ({ query, session }) => {
      const viewer: AuthorViewer = query.public ? null : session;
      const partner_id = viewer?.role === 'partner' ? viewer.id : viewer ? query.partner_id : undefined;
      const db = dbFor(viewer);
      const { rows, total } = await listAuthors(db, query, partner_id);
      const extras = await loadExtras(db, rows, { viewer, joins: query.joins });
      const present = viewer ? presentAuthorInFull : presentAuthor;
      const authors = rows.map((row) => ({ ...present(row), ...extras(row) }));
      return { authors, meta: metaOf(query, total) };
    },
    show: async ({ id, query, session }) => {
      const viewer: AuthorViewer = query.public ? null : session;
      const db = dbFor(viewer);
      const author = await authorById(db, id, viewer?.role === 'partner' ? viewer.id : undefined);
      if (!author) throw notFound();
      const extras = await loadExtras(db, [author], { viewer, joins: query.joins });
      const present = viewer ? presentAuthorInFull : presentAuthor;
      return { author: { ...present(author), ...extras(author) } };
    },
    create: async ({ actor, body }) => ({ author: presentAuthorInFull(await createAuthor(deps, actor.id, body)) }),
    update: async ({ id, actor, body }) => ({
      author: presentAuthorInFull(await updateAuthor(deps, { id, actor, patch: body, onChange: onAuthorChange })),
    }),
    replacePhoto: async ({ id, actor, readFile }) => {
      await requireEditableAuthor(deps, { id, actor });
      await replacePhoto(deps, { id, actor }, await readFile());
      return { author: presentAuthorInFull((await authorById(deps.db, id))!) };
    },
    remove: async ({ id, actor }) => {
      await deleteAuthor(deps, { id, partner_id: actor.id });
    },
  });
}
