/** The controls as a bare process: what one would write first, without any of the product's middleware. Prints its port. */
import { createServer } from 'node:http';
import express from 'express';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { openDatabase } from '#server/platform/database.ts';

const { db } = openDatabase(process.argv[2]!);
const app = express().disable('x-powered-by').set('etag', false);

const listed = (page: number) =>
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

app.get('/books', async (req, res) => {
  const [books, total_count] = await listed(Number(req.query.page ?? 1));
  res.json({ books, meta: { total_count } });
});
app.get('/page', async (req, res) => {
  const [books, total] = await listed(Number(req.query.page ?? 1));
  const cards = books.map((book) =>
    createElement('article', { key: book.id }, [
      createElement('h2', { key: 1 }, createElement('a', { href: `/books/${book.id}/${book.slug}` }, book.title)),
      createElement('p', { key: 2 }, book.author?.name),
      createElement('p', { key: 3 }, book.category.name),
      createElement('p', { key: 4 }, book.blurb),
    ]),
  );
  res.send(
    `<!doctype html>${renderToString(createElement('main', null, [createElement('p', { key: 0 }, total), cards]))}`,
  );
});
app.post('/clicks', (_req, res) => res.end());

createServer(app).listen(0, '127.0.0.1', function ready(this: { address(): unknown }) {
  console.log((this.address() as { port: number }).port);
});
