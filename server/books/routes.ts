import { type Request, type RequestHandler, type Response, Router } from 'express';
import { countAccount, requirePartner, requireSession, sessionIn, sessionOf } from '#server/auth/guards.ts';
import { vancouver } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { limitBy, networkBucket } from '#server/platform/http/network-buckets.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { pictureUpload } from '#server/platform/pictures.ts';
import { BookChangeQuery, BookInput, BookListQuery, BookPatch, BookQuery } from '#shared/books.ts';
import { bookOf, refreshCover, replaceCover } from './covers.ts';
import { bookLists, isPlainList, type ListedPage } from './listed.ts';
import { type BookRow, presentBook, presentBookInFull, presentPastDeal, type SiteLink } from './presenter.ts';
import { type BookScope, bookById, listBooks, pastDeals } from './queries.ts';
import { type BookWatch, createBook, updateBook } from './service.ts';
import { storeDataFor } from './store-data.ts';

export function bookRoutes(deps: Deps, { siteLink, watch }: { siteLink: SiteLink; watch: BookWatch }): Router {
  const router = Router();
  const today = () => vancouver(deps.now()).date;
  /** Who is signed in finds their own changes at once. */
  const dbFor = ({ kind }: BookScope) => (kind === 'public' ? deps.reads : deps.db);

  const answer = async (res: Response, id: number, joins: readonly string[] = []) => {
    const book = await bookById(deps.db, id, scopeOf(res, false), today());
    return { book: presentFor(res, false, siteLink)(book!, joins) };
  };

  const counted = countAccount(deps.limits.pictures);
  const listed = bookLists(deps, siteLink);
  router.get('/', async (req, res) => {
    const query = BookListQuery.parse(req.query);
    const scope = scopeOf(res, query.public);
    if (scope.kind === 'public' && isPlainList(query)) return sendListed(res, query, await listed(query, today()));
    const { rows, total } = await listBooks(dbFor(scope), query, scope, today());
    const present = presentFor(res, query.public, siteLink);
    res.json({ books: rows.map((row) => present(row, query.joins)), meta: metaOf(query, total) });
  });
  router.use(storeDataRoutes(deps));
  router.get('/:id', async (req, res) => {
    const query = BookQuery.parse(req.query);
    const scope = scopeOf(res, query.public);
    const book = await bookById(dbFor(scope), idOf(req), scope, today());
    if (!book) throw missing();
    const past_deals = query.joins.includes('past_deals')
      ? (await pastDeals(dbFor(scope), book.id, today())).map(presentPastDeal)
      : undefined;
    res.json({ book: { ...presentFor(res, query.public, siteLink)(book, query.joins), past_deals } });
  });
  router.post('/', requirePartner, async (req, res) => {
    const { id } = await createBook(deps, sessionOf(res).id, BookInput.parse(bodyOf(req)));
    res.status(201).json(await answer(res, id, ['author', 'category']));
  });
  router.patch('/:id', requireSession, async (req, res) => {
    const { joins } = BookChangeQuery.parse(req.query);
    const patch = BookPatch.parse(bodyOf(req));
    const { id } = await updateBook(deps, { id: idOf(req), by: sessionOf(res), patch, watch });
    res.json(await answer(res, id, joins));
  });
  router.post('/:id/refresh-cover', requireSession, counted, async (req, res) => {
    const { id } = await refreshCover(deps, { id: idOf(req), by: sessionOf(res), watch });
    res.json(await answer(res, id));
  });
  const owned = (req: Request, res: Response) => bookOf(deps, { id: idOf(req), by: sessionOf(res) });
  router.post('/:id/cover', requireSession, counted, pictureUpload('cover', owned), async (req, res) => {
    if (!req.file) throw invalid({ cover: ["can't be blank"] });
    const { id } = await replaceCover(deps, { id: idOf(req), by: sessionOf(res), watch }, req.file.buffer);
    res.json(await answer(res, id));
  });
  return router;
}

/** Of all accounts of a network; one account may make half of them. Amazon's own limit is for the whole installation. */
const LOOKUPS_PER_HOUR = 240;

/** Also at /books/{asin}/amazon_api_data without the API's prefix (spec §7), where nobody has looked yet who asks. */
export function storeDataRoutes(deps: Deps, session: RequestHandler[] = []): Router {
  const router = Router();
  const limits = [countAccount(deps.limits.storeLookups), limitBy(networkBucket(LOOKUPS_PER_HOUR, 3600))];
  router.get('/:asin/amazon_api_data', ...session, requireSession, ...limits, async (req, res) => {
    res.json({ amazon_api_data: await storeDataFor(deps, String(req.params.asin)) });
  });
  return router;
}

/** The books as they were written when they were first asked for. */
function sendListed(res: Response, query: BookListQuery, { books, total, etag }: ListedPage) {
  const meta = JSON.stringify(metaOf(query, total));
  res
    .set('ETag', etag)
    .type('json')
    .send(`{"books":[${books.map(({ json }) => json).join(',')}],"meta":${meta}}`);
}

function scopeOf(res: Response, isPublic: boolean | undefined): BookScope {
  const session = isPublic ? null : sessionIn(res);
  if (!session) return { kind: 'public' };
  return session.role === 'partner' ? { kind: 'partner', partner_id: session.id } : { kind: 'user' };
}

function presentFor(res: Response, isPublic: boolean | undefined, siteLink: SiteLink) {
  const session = isPublic ? null : sessionIn(res);
  return (book: BookRow, joins: readonly string[]) =>
    session ? presentBookInFull(book, joins, session.role) : presentBook(book, joins, siteLink);
}
