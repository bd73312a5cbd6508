import { implement } from '#server/api/implement.ts';
import { vancouver } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { authorsApi } from '#shared/api/authors.ts';
import { authorOf, replacePhoto } from './photos.ts';
import { presentAuthor, presentAuthorInFull, presentAuthorPastDeal } from './presenter.ts';
import { authorById, authorPastDeals, listAuthors } from './queries.ts';
import { type AuthorWatch, createAuthor, deleteAuthor, updateAuthor } from './service.ts';

type Asker = { role: string; id: number } | null;

export function authorRoutes(deps: Deps, watch: AuthorWatch) {
  const dbFor = (asker: Asker) => (asker ? deps.db : deps.reads);
  return implement(authorsApi, {
    list: async ({ query, session }) => {
      const asker: Asker = query.public ? null : session;
      const partner_id = asker?.role === 'partner' ? asker.id : asker ? query.partner_id : undefined;
      const { rows, total } = await listAuthors(dbFor(asker), query, partner_id);
      return { authors: rows.map(asker ? presentAuthorInFull : presentAuthor), meta: metaOf(query, total) };
    },
    show: async ({ id, query, session }) => {
      const asker: Asker = query.public ? null : session;
      const db = dbFor(asker);
      const author = await authorById(db, id, asker?.role === 'partner' ? asker.id : undefined);
      if (!author) throw missing();
      const past_deals = query.joins.includes('past_deals')
        ? (await authorPastDeals(db, author.id, vancouver(deps.now()).date)).map(presentAuthorPastDeal)
        : undefined;
      return { author: { ...(asker ? presentAuthorInFull(author) : presentAuthor(author)), past_deals } };
    },
    create: async ({ by, body }) => ({ author: presentAuthorInFull(await createAuthor(deps, by.id, body)) }),
    update: async ({ id, by, body }) => ({
      author: presentAuthorInFull(await updateAuthor(deps, { id, by, patch: body, watch })),
    }),
    replacePhoto: async ({ id, by, readFile }) => {
      await authorOf(deps, { id, by });
      await replacePhoto(deps, { id, by }, await readFile());
      return { author: presentAuthorInFull((await authorById(deps.db, id))!) };
    },
    remove: async ({ id, by }) => {
      await deleteAuthor(deps, { id, partner_id: by.id });
    },
  });
}
