/** Text beyond ASCII: search, unique names, and addresses ignore case. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createBook, createPartner, type PartnerClient, visitor } from '#server/testing/factories.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  partner = await createPartner(server);
});
afterAll(() => server.close());

it.each(['Жизнь', 'жизнь', 'ЖИЗНЬ'])('finds a Cyrillic title by %s', async (q) => {
  const { id } = await createBook(partner, { title: `Жизнь и судьба ${q.length}` });
  const { body } = await visitor(server)
    .get(`/books?q=${encodeURIComponent(q)}`)
    .expect(200);
  expect(body.books.map((book: { id: number }) => book.id)).toContain(id);
});

it('allows one account per address, regardless of case', async () => {
  const { db } = server.deps;
  const fields = { name: 'Émile', encrypted_password: '', referral_code: 'emile' };
  await db.partner.create({ data: { ...fields, uid: 'émile@example.test' } });
  const duplicate = db.partner.create({ data: { ...fields, uid: 'ÉMILE@example.test', referral_code: 'emile-2' } });
  await expect(duplicate).rejects.toThrow(/uid/);
});

it('allows each author name once per partner, regardless of case', async () => {
  const { db } = server.deps;
  await db.author.create({ data: { partner_id: partner.id, name: 'Émile Zola', slug: 'emile-zola' } });
  const duplicate = db.author.create({ data: { partner_id: partner.id, name: 'émile zola', slug: 'emile-zola' } });
  await expect(duplicate).rejects.toThrow(/authors_one_name_per_partner|partner_id/);
});
