/** The TypeScript client in clients/typescript: generated from the contract, compiled as published, and used. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  clientWithKey,
  createBook,
  createPartner,
  type PartnerClient,
  promotionInput,
} from '#server/testing/factories.ts';
import type * as Client from '../clients/typescript/src/index.ts';
import { CLIENT_FILE, clientSource } from '../scripts/client/source.ts';

const built = mkdtempSync(join(tmpdir(), 'deckle-client-'));
let server: TestServer;
let partner: PartnerClient;
let client: typeof Client;
beforeAll(async () => {
  execFileSync('node_modules/.bin/tsc', ['-p', 'clients/typescript', '--outDir', built]);
  writeFileSync(join(built, 'package.json'), '{"type":"module"}');
  client = await import(pathToFileURL(join(built, 'index.js')).href);
  server = await startTestServer();
  partner = await createPartner(server);
}, 180_000);
afterAll(async () => {
  await server?.close();
  rmSync(built, { recursive: true, force: true });
});

it('is up to date with the contract (npm run client)', () => {
  expect(readFileSync(CLIENT_FILE, 'utf8')).toBe(clientSource());
});

describe('the built package', () => {
  const deckleWith = async (...scopes: ('read' | 'book' | 'review' | 'money')[]) => {
    const { headers } = await clientWithKey(server, partner, scopes);
    return client.createDeckle({ baseUrl: server.url, apiKey: headers.authorization!.replace('Bearer ', '') });
  };

  it('lists books page by page, and an export line by line', async () => {
    for (const title of ['One', 'Two', 'Three']) await createBook(partner, { title });
    const deckle = await deckleWith('read', 'book');
    const titles: string[][] = [];
    for await (const { books } of client.pages((page) =>
      deckle.books.list({ query: { page, per: 2, sort_col: 'id', sort_dir: 'asc' } }),
    ))
      titles.push(books.map(({ title }) => title));
    expect(titles).toEqual([['One', 'Two'], ['Three']]);

    const [book] = (await deckle.books.list({ query: { per: 1 } })).books;
    const { book: renamed } = await deckle.books.update({ id: book!.id, body: { subtitle: 'A Harbor Mystery' } });
    expect(renamed.subtitle).toBe('A Harbor Mystery');

    const { headers } = await createPartner(server);
    const body = { ...promotionInput(server, book!.id), category_id: book!.category_id };
    await partner.post('/promotions').send(body).expect(201);
    await server.deps.db.promotion.updateMany({ data: { created_at: new Date('2026-11-30') } });
    const exported = [];
    for await (const line of client.lines<{ book_id: number }>(await deckle.exports.promotions())) exported.push(line);
    expect(exported.map(({ book_id }) => book_id)).toEqual([book!.id]);
    const other = client.createDeckle({ baseUrl: server.url, headers });
    expect((await other.books.list()).meta.total_count).toBe(0);
  });

  it('reads on after the total, which stops at a limit, until a page isn’t full', async () => {
    const all = [1, 2, 3, 4, 5];
    const readAll = async (per: number, total_count: number) => {
      const read: number[][] = [];
      const list = async (page: number) => ({
        books: all.slice((page - 1) * per, page * per),
        meta: { total_count, page, per },
      });
      for await (const { books } of client.pages(list)) read.push(books);
      return read;
    };
    expect(await readAll(2, 4)).toEqual([[1, 2], [3, 4], [5]]);
    expect(await readAll(2, 5)).toEqual([[1, 2], [3, 4], [5]]);
    expect(await readAll(5, 5)).toEqual([all, []]);
    expect(await readAll(10, 5)).toEqual([all]);
  });

  it('fails if the export was cut off, within a line or between two lines', async () => {
    const rowsOf = async (response: Response) => {
      const rows: unknown[] = [];
      const error = await (async () => {
        for await (const row of client.lines(response)) rows.push(row);
      })().catch(({ message }: Error) => message);
      return { rows, error };
    };
    const middle = 'The response was cut off in the middle of a line.';
    expect(await rowsOf(new Response('{"id":1}\n{"id":2}\n'))).toEqual({
      rows: [{ id: 1 }, { id: 2 }],
      error: undefined,
    });
    expect(await rowsOf(new Response(''))).toEqual({ rows: [], error: undefined });
    expect(await rowsOf(new Response('{"id":1}\n{"id":2'))).toEqual({ rows: [{ id: 1 }], error: middle });
    // Even a complete record may be the beginning of a longer one: 2 of 25, for example.
    expect(await rowsOf(new Response('{"id":1}\n2'))).toEqual({ rows: [{ id: 1 }], error: middle });

    const broken = createServer((_, res) => res.write('{"id":1}\n', () => res.destroy())).listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const cut = await fetch(`http://127.0.0.1:${(broken.address() as AddressInfo).port}`);
    expect(await rowsOf(cut)).toEqual({ rows: [{ id: 1 }], error: 'terminated' });
    broken.close();
  });

  it('submits a promotion once per idempotency key', async () => {
    const deckle = await deckleWith('read', 'book');
    const book = await createBook(partner, { title: 'Four' });
    const input = { body: promotionInput(server, book.id, {}, 4) as never, idempotencyKey: 'once' };
    const { promotion } = await deckle.promotions.submit(input);
    const again = await deckle.promotions.submit(input);
    expect(again.promotion).toEqual(promotion);
    const { promotions } = await deckle.promotions.list({ query: { book_id: book.id } });
    expect(promotions.map(({ id }) => id)).toEqual([promotion.id]);
  });

  it('throws refusals with their status, fields, and messages', async () => {
    const deckle = await deckleWith('read', 'book');
    const errorOf = (call: Promise<unknown>) =>
      call.then(
        () => expect.unreachable(),
        (error: Client.DeckleError) => error,
      );
    const invalid = await errorOf(deckle.authors.create({ body: { name: '' } }));
    expect(invalid).toBeInstanceOf(client.DeckleError);
    expect(invalid).toMatchObject({ status: 422, fields: { name: ["can't be blank"] } });
    expect(invalid.messages).toEqual(["Name can't be blank"]);
    expect((await errorOf(deckle.books.show({ id: 999_999 }))).status).toBe(404);
    const refused = await errorOf(deckle.billing.listCards().then(() => deckle.billing.removeCard({ id: 1 })));
    expect(refused).toMatchObject({ status: 403, messages: [expect.stringContaining('money')] });
    const unknown = client.createDeckle({ baseUrl: server.url, apiKey: 'dk_unknown' });
    expect((await errorOf(unknown.promotions.list())).status).toBe(401);
  });

  it('reports an error’s status even if it can’t read the body and Retry-After', async () => {
    const headers = { 'Content-Type': 'application/json', 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' };
    const respond = async () => new Response('{"errors":', { status: 503, headers });
    const deckle = client.createDeckle({ baseUrl: server.url, fetch: respond });
    const error = await deckle.books.list().catch((thrown: Client.DeckleError) => thrown);
    expect(error).toMatchObject({ status: 503, body: '{"errors":', retryAfter: null });
  });

  it('resolves deletions to undefined, and passes each response to a listener', async () => {
    const { headers } = await clientWithKey(server, partner, ['book']);
    const statuses: number[] = [];
    const deckle = client.createDeckle({
      baseUrl: server.url,
      headers,
      onResponse: ({ status }) => statuses.push(status),
    });
    const { author } = await deckle.authors.create({ body: { name: 'Ada Quill' } });
    expect(await deckle.authors.remove({ id: author.id })).toBeUndefined();
    expect(statuses).toEqual([201, 204]);
  });
});
