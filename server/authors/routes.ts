import { implement } from '#server/api/implement.ts';
import { vancouver } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { authorsApi } from '#shared/api/authors.ts';
import { authorOf, replacePhoto } from './photos.ts';
import { presentAuthor, presentAuthorInFull, presentAuthorPastDeal } from './presenter.ts';
import { authorById, authorPastDeals, followersOf, listAuthors } from './queries.ts';
import { type AuthorChangeHook, createAuthor, deleteAuthor, updateAuthor } from './service.ts';

type AuthorViewer = { role: string; id: number } | null;

export function authorRoutes(deps: Deps, watch: AuthorChangeHook) {
  const dbFor = (viewer: AuthorViewer) => (viewer ? deps.db : deps.reads);
  /** Returns a function that adds `past_deals` to an author if the query joins it. */
  const withPastDeals = async (db: Database, authors: readonly { id: number }[], joins: readonly string[]) => {
    if (!joins.includes('past_deals')) return () => ({});
    const ids = authors.map(({ id }) => id);
    const deals = Map.groupBy(await authorPastDeals(db, ids, vancouver(deps.now()).date), (deal) => deal.author_id);
    return ({ id }: { id: number }) => ({ past_deals: (deals.get(id) ?? []).map(presentAuthorPastDeal) });
  };
  /** The field of each author for their partner and for staff. */
  const withFollowers = async (db: Database, authors: readonly { id: number }[], viewer: AuthorViewer) => {
    if (!viewer) return () => ({});
    const ids = authors.map(({ id }) => id);
    const followers = await followersOf(db, ids);
    return ({ id }: { id: number }) => ({ followers_count: followers.get(id) ?? 0 });
  };
  return implement(authorsApi, {
    list: async ({ query, session }) => {
      const viewer: AuthorViewer = query.public ? null : session;
      const partner_id = viewer?.role === 'partner' ? viewer.id : viewer ? query.partner_id : undefined;
      const db = dbFor(viewer);
      const { rows, total } = await listAuthors(db, query, partner_id);
      const past_deals = await withPastDeals(db, rows, query.joins);
      const followers = await withFollowers(db, rows, viewer);
      const present = viewer ? presentAuthorInFull : presentAuthor;
      const authors = rows.map((row) => ({ ...present(row), ...past_deals(row), ...followers(row) }));
      return { authors, meta: metaOf(query, total) };
    },
    show: async ({ id, query, session }) => {
      const viewer: AuthorViewer = query.public ? null : session;
      const db = dbFor(viewer);
      const author = await authorById(db, id, viewer?.role === 'partner' ? viewer.id : undefined);
      if (!author) throw notFound();
      const past_deals = await withPastDeals(db, [author], query.joins);
      const followers = await withFollowers(db, [author], viewer);
      const present = viewer ? presentAuthorInFull : presentAuthor;
      return { author: { ...present(author), ...past_deals(author), ...followers(author) } };
    },
    create: async ({ actor, body }) => ({ author: presentAuthorInFull(await createAuthor(deps, actor.id, body)) }),
    update: async ({ id, actor, body }) => ({
      author: presentAuthorInFull(await updateAuthor(deps, { id, actor, patch: body, watch })),
    }),
    replacePhoto: async ({ id, actor, readFile }) => {
      await authorOf(deps, { id, actor });
      await replacePhoto(deps, { id, actor }, await readFile());
      return { author: presentAuthorInFull((await authorById(deps.db, id))!) };
    },
    remove: async ({ id, actor }) => {
      await deleteAuthor(deps, { id, partner_id: actor.id });
    },
  });
}
