/**
 * Control server, in a separate process: the straightforward implementation without the product's middleware. Prints
 * its port.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { openDatabase } from '#server/platform/database.ts';

const { db, pool } = openDatabase(process.argv[2]!);

const listBooks = (page: number) =>
  Promise.all([
    db.book.findMany({
      where: { status: 'active' },
      include: { author: true, category: true, promotions: { where: { sent_at: { not: null } }, take: 1 } },
      orderBy: { id: 'desc' },
      take: 20,
      skip: (page - 1) * 20,
    }),
    db.book.count({ where: { status: 'active' } }),
  ]);
type BookList = Awaited<ReturnType<typeof listBooks>>;

function renderPage([books, total]: BookList): string {
  const cards = books.map(({ id, slug, title, author, category, blurb }) =>
    h('article', { key: id }, [
      h('h2', { key: 'title' }, h('a', { href: `/books/${id}/${slug}` }, title)),
      h('p', { key: 'author' }, author?.name),
      h('p', { key: 'category' }, category!.name),
      h('p', { key: 'blurb' }, blurb),
    ]),
  );
  return `<!doctype html>${renderToString(h('main', null, h('p', null, total), cards))}`;
}

const click = (promotion_id: number) => ({
  promotion_id,
  source: 'site' as const,
  store: 'amazon' as const,
  clicked_at: new Date(performance.timeOrigin + performance.now()),
  ua_class: 'person' as const,
});

const app = express()
  .disable('x-powered-by')
  .set('etag', false)
  .get('/books', async (req, res) => {
    const [books, total_count] = await listBooks(Number(req.query.page ?? 1));
    res.json({ books, meta: { total_count } });
  })
  .get('/hello', (_req, res) => {
    res.json({ hello: 'world' });
  })
  .get('/page', async (req, res) => {
    res.send(renderPage(await listBooks(Number(req.query.page ?? 1))));
  })
  .get('/prisma-click/:id', async (req, res) => {
    await db.clickLog.create({ data: click(Number(req.params.id)) });
    res.redirect('https://store.example.test/');
  })
  .get('/pg-click/:id', async (req, res) => {
    const { promotion_id, source, store, clicked_at, ua_class } = click(Number(req.params.id));
    await pool.query({
      name: 'click',
      text: 'insert into click_logs (promotion_id, source, store, clicked_at, ua_class) values ($1, $2, $3, $4, $5)',
      values: [promotion_id, source, store, clicked_at, ua_class],
    });
    res.redirect('https://store.example.test/');
  });

/** The cheapest possible response: fixed bytes. */
const FIXED_BYTES = Buffer.from('<!doctype html>'.padEnd(30_000, '<p>fixed</p>'));
const server = createServer((req, res) => (req.url === '/fixed' ? res.end(FIXED_BYTES) : app(req, res)));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
