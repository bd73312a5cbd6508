import { Router } from 'express';
import { countAccount, requirePartner, requireSession, sessionIn, sessionOf } from '#server/auth/guards.ts';
import { vancouver } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { pictureUpload } from '#server/platform/pictures.ts';
import { AuthorInput, AuthorListQuery, AuthorPatch, AuthorQuery } from '#shared/authors.ts';
import { authorOf, replacePhoto } from './photos.ts';
import { presentAuthor, presentAuthorInFull, presentAuthorPastDeal } from './presenter.ts';
import { authorById, authorPastDeals, listAuthors } from './queries.ts';
import { type AuthorWatch, createAuthor, deleteAuthor, updateAuthor } from './service.ts';

export function authorRoutes(deps: Deps, watch: AuthorWatch): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = AuthorListQuery.parse(req.query);
    const session = query.public ? null : sessionIn(res);
    const { rows, total } = await listAuthors(
      session ? deps.db : deps.reads,
      query,
      session?.role === 'partner' ? session.id : session ? query.partner_id : undefined,
    );
    res.json({ authors: rows.map(session ? presentAuthorInFull : presentAuthor), meta: metaOf(query, total) });
  });
  router.get('/:id', async (req, res) => {
    const query = AuthorQuery.parse(req.query);
    const session = query.public ? null : sessionIn(res);
    const db = session ? deps.db : deps.reads;
    const author = await authorById(db, idOf(req), session?.role === 'partner' ? session.id : undefined);
    if (!author) throw missing();
    const past_deals = query.joins.includes('past_deals')
      ? (await authorPastDeals(db, author.id, vancouver(deps.now()).date)).map(presentAuthorPastDeal)
      : undefined;
    res.json({ author: { ...(session ? presentAuthorInFull(author) : presentAuthor(author)), past_deals } });
  });
  router.post('/', requirePartner, async (req, res) => {
    const author = await createAuthor(deps, sessionOf(res).id, AuthorInput.parse(bodyOf(req)));
    res.status(201).json({ author: presentAuthorInFull(author) });
  });
  router.patch('/:id', requireSession, async (req, res) => {
    const patch = AuthorPatch.parse(bodyOf(req));
    const author = await updateAuthor(deps, { id: idOf(req), by: sessionOf(res), patch, watch });
    res.json({ author: presentAuthorInFull(author) });
  });
  router.post(
    '/:id/photo',
    requireSession,
    countAccount(deps.limits.pictures),
    pictureUpload('photo', (req, res) => authorOf(deps, { id: idOf(req), by: sessionOf(res) })),
    async (req, res) => {
      if (!req.file) throw invalid({ photo: ["can't be blank"] });
      const id = idOf(req);
      await replacePhoto(deps, { id, by: sessionOf(res) }, req.file.buffer);
      res.json({ author: presentAuthorInFull((await authorById(deps.db, id))!) });
    },
  );
  router.delete('/:id', requirePartner, async (req, res) => {
    await deleteAuthor(deps, { id: idOf(req), partner_id: sessionOf(res).id });
    res.status(204).end();
  });
  return router;
}
