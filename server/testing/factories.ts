/** Creates people, books, and promotions for tests, partly through the API, with other helpers for tests. */
import supertest from 'supertest';
import type { Newsletter, Prisma } from '#prisma';
import type { ApiScope } from '#shared/api-scopes.ts';
import type { AuthorInput } from '#shared/authors.ts';
import type { BookInput } from '#shared/books.ts';
import { addDays } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import type { PromotionInput } from '#shared/promotions.ts';
import { hashOfKey, keyOwner, newKey } from '../auth/api-keys.ts';
import { hashPassword } from '../auth/passwords.ts';
import { issueToken } from '../auth/tokens.ts';
import { demoCoverSvg } from '../books/demo-cover.ts';
import { freezeNewsletter } from '../newsletters/freeze.ts';
import { freezeReaders } from '../newsletters/freeze-readers.ts';
import { createPartner as savePartner } from '../partners/service.ts';
import { businessDate } from '../platform/clock.ts';
import type { TestServer } from './app.ts';

export const PASSWORD = 'a long enough passphrase';
type Method = 'get' | 'post' | 'patch' | 'put' | 'delete' | 'head';
export type Client = { [method in Method]: (path: string) => supertest.Test } & { headers: Record<string, string> };

let serial = 0;
const unique = () => `${process.pid}-${++serial}`;

/** Returns a client that sends these headers with every request. Paths are below /api/v1. */
export function as(server: TestServer, headers: Record<string, string> = {}): Client {
  const request = (method: Method) => (path: string) => supertest(server.url)[method](`/api/v1${path}`).set(headers);
  return {
    get: request('get'),
    post: request('post'),
    patch: request('patch'),
    put: request('put'),
    delete: request('delete'),
    head: request('head'),
    headers,
  };
}

export const visitor = (server: TestServer) => as(server);

export const credentialsOf = (res: supertest.Response, role: 'partner' | 'user') => ({
  'resource-type': role,
  'access-token': res.headers['access-token']!,
  client: res.headers.client!,
  uid: res.headers.uid!,
});

export type PartnerClient = Client & { id: number; email: string };

/** Cached, so that bcrypt hashes the password only once. */
let cachedHash: Promise<string> | undefined;
const encryptedPassword = () => (cachedHash ??= hashPassword(PASSWORD));

/** Creates a signed-in partner, with a card unless `card` is null. */
export async function createPartner(
  server: TestServer,
  { card = 'pm_card_visa' as string | null, email = `partner-${unique()}@example.test` } = {},
): Promise<PartnerClient> {
  const { deps } = server;
  const profile = { name: 'Ada Quill', partner_type: 'author', subscribe_me: false } as const;
  const fields = { email, ...profile, encrypted_password: await encryptedPassword() };
  const { id } = await deps.db.$transaction(async (tx) => {
    const saved = await savePartner(deps, tx, fields);
    return tx.partner.update({ where: { id: saved.id }, data: { email_verified_at: deps.now() } });
  });
  const client = await createSignedInClient(server, { role: 'partner', id, uid: email });
  if (card) await client.post('/credit_cards').send({ payment_method_id: card }).expect(201);
  return { ...client, id, email };
}

type Account = { role: 'partner' | 'user'; id: number; uid: string };

async function createSignedInClient(server: TestServer, account: Account) {
  return as(server, await sessionHeaders(server.deps, account));
}

type InsertDeps = Pick<TestServer['deps'], 'db' | 'now'>;

/** Creates a session and returns its headers. */
export async function sessionHeaders({ db, now }: InsertDeps, { role, id, uid }: Account) {
  const { token, client } = await db.$transaction((tx) => issueToken(tx, now(), { role, id }));
  return { 'resource-type': role, 'access-token': token, client, uid };
}

export type Person = { id: number; email: string; headers: Record<string, string> };

/** Inserts a signed-in partner directly, with a card that isn't at Stripe. */
export async function insertPartner(deps: InsertDeps): Promise<Person> {
  const { db } = deps;
  const name = unique();
  const uid = `partner-${name}@example.test`;
  const data = { uid, name: 'Ada Quill', encrypted_password: 'none', referral_code: name };
  const { id } = await db.partner.create({ data });
  const card = { payment_method_id: `pm_of_${id}`, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090 };
  await db.creditCard.create({ data: { ...card, partner_id: id, is_default: true } });
  return { id, email: uid, headers: await sessionHeaders(deps, { role: 'partner', id, uid }) };
}

/** Inserts a signed-in administrator directly. */
export async function insertStaff(deps: InsertDeps): Promise<Person> {
  const uid = `staff-${unique()}@example.test`;
  const { id } = await deps.db.user.create({
    data: { uid, name: 'Nora Whitlock', role: 'admin', encrypted_password: 'none' },
  });
  return { id, email: uid, headers: await sessionHeaders(deps, { role: 'user', id, uid }) };
}

/** Inserts several signed-in partners directly, which is faster than creating them. */
export async function insertPartners(server: TestServer, count: number): Promise<PartnerClient[]> {
  const partners: PartnerClient[] = [];
  for (let i = 0; i < count; i++) {
    const { id, email, headers } = await insertPartner(server.deps);
    partners.push({ ...as(server, headers), id, email });
  }
  return partners;
}

/** Creates a signed-in staff member. */
export async function createStaff(
  server: TestServer,
  role: 'admin' | 'editor' = 'editor',
  name = 'Nora Whitlock',
): Promise<Client & { id: number }> {
  const uid = `staff-${unique()}@example.test`;
  const { id } = await server.deps.db.user.create({
    data: { uid, name, role, encrypted_password: await encryptedPassword() },
  });
  return { ...(await createSignedInClient(server, { role: 'user', id, uid })), id };
}

export const createAuthor = async (partner: Client, input: Partial<AuthorInput> = {}): Promise<{ id: number }> =>
  (
    await partner
      .post('/authors')
      .send({ name: `Author ${unique()}`, ...input })
      .expect(201)
  ).body.author;

export const MYSTERY = 1;

export const bookInput = (input: Partial<BookInput> = {}) => ({
  title: 'The Quiet Harbor',
  category_id: MYSTERY,
  description: 'A harbor town, a drowned ferryman, and a ledger that nobody wants found again.',
  amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH',
  kobo_url: 'https://www.kobo.com/us/en/ebook/the-quiet-harbor',
  page_count: 240,
  ...input,
});

export const createBook = async (
  partner: Client,
  input: Partial<BookInput> = {},
): Promise<{ id: number; slug: string }> => (await partner.post('/books').send(bookInput(input)).expect(201)).body.book;

/** Returns a valid submission for the input's date or, without one, a date `days` after the open newsletter. */
export function promotionInput(server: TestServer, book_id: number, input: Partial<PromotionInput> = {}, days = 1) {
  const requested_date = input.requested_date ?? addDays(businessDate(server.clock.now()), days);
  return {
    book_id,
    category_id: MYSTERY,
    requested_date,
    deal_ends_on: addDays(requested_date, 6),
    current_price_cents: 499,
    sale_price_cents: 99,
    ...input,
  };
}

export type CreatedPromotion = { id: number; partner: PartnerClient; book: { id: number; slug: string }; date: string };

/** Creates and submits a promotion with its own book and, unless one is passed, its own partner. */
export async function createPromotion(
  server: TestServer,
  {
    partner,
    book,
    days = 1,
    ...input
  }: Partial<PromotionInput> & { partner?: PartnerClient; book?: Partial<BookInput>; days?: number } = {},
): Promise<CreatedPromotion> {
  const owner = partner ?? (await createPartner(server));
  const created = await createBook(owner, book);
  const body = promotionInput(server, created.id, input, days);
  const res = await owner.post('/promotions').send(body).expect(201);
  return { id: res.body.promotion.id, partner: owner, book: created, date: body.requested_date };
}

/** Gives each book without an author a cover and a new author, which bulk approval requires. */
export async function completeBooks({ deps: { db, blobs } }: TestServer, where: Prisma.BookWhereInput = {}) {
  const cover = 'covers/test.svg';
  const facts = { title: 'The Quiet Harbor', author: 'Ada Quill', category_slug: 'mystery', seed: 1 };
  await blobs.put(cover, demoCoverSvg(facts));
  for (const { id, partner_id } of await db.book.findMany({ where: { ...where, author_id: null } })) {
    const author = await db.author.create({ data: { partner_id, name: `Author ${unique()}`, slug: 'author' } });
    await db.book.update({ where: { id }, data: { cover, author_id: author.id } });
  }
}

/** Creates an active reader, through the sign-up and its confirmation. */
export async function createReader(
  server: TestServer,
  { category_ids = [MYSTERY], ...preferences }: Record<string, unknown> & { category_ids?: number[] } = {},
) {
  const email = `reader-${unique()}@example.test`;
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids, ...preferences })
    .expect(201);
  const [confirmation] = await server.emailsTo(email);
  const token = /confirm\?token=([\w-]+)/.exec(confirmation!.text)![1];
  const res = await visitor(server).post('/readers/confirm').send({ token }).expect(200);
  const uuid = res.body.reader.uuid as string;
  await confirmEarlier(server, uuid);
  // Tests count the emails that a reader gets, so the welcome email isn't sent.
  await server.deps.db.mail.updateMany({
    where: { reader: { uuid }, template: 'reader_welcome' },
    data: { state: 'sent', secrets: {} },
  });
  return { email, uuid };
}

/**
 * Moves each confirmation to a different day, one to five months ago. Clicks of new readers, and of many who signed up
 * together, aren't billed. Readers without a click for six months are asked whether they still want the newsletter.
 */
const confirmEarlier = ({ deps: { db, now } }: TestServer, uuid: string) => {
  const confirmed_at = new Date(now().getTime() - (30 + (++confirmedReaders % 120)) * DAY_MS);
  return db.reader.update({ where: { uuid }, data: { confirmed_at, confirm_sent_at: confirmed_at } });
};
let confirmedReaders = 0;

export const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';

/** Requests a tracked link like a browser, and returns the response without following the redirect. */
export const click = (server: TestServer, token: string, { agent = BROWSER, method = 'get' as 'get' | 'head' } = {}) =>
  supertest(server.url)[method](`/${token}`).set('User-Agent', agent).redirects(0);

/** Finds an email's tracked tokens for one promotion. */
export const tokensFor = (server: TestServer, text: string, promotion_id: number) =>
  [...text.matchAll(new RegExp(`${server.url}/([\\w-]{34,})`, 'g'))]
    .map((match) => match[1]!)
    .filter((token) => Number.parseInt(token.slice(33), 36) === promotion_id);

/** Returns the names of the tables that `work` changed, ignoring rate limit counters and the security log. */
export async function tablesChangedBy(server: TestServer, work: () => Promise<unknown>): Promise<string[]> {
  const before = await fingerprints(server);
  await work();
  const after = await fingerprints(server);
  return [...after.keys()].filter((table) => after.get(table) !== before.get(table)).sort();
}

async function fingerprints({ deps: { pool } }: TestServer): Promise<Map<string, string>> {
  const tables = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('rate_limits', 'security_events')",
  );
  const queries = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as md5 from ${name} t`,
  );
  const { rows } = await pool.query<{ name: string; md5: string }>(queries.join(' union all '));
  return new Map(rows.map(({ name, md5 }) => [name, md5]));
}

/** Returns a client with a new API key of this person. */
export async function clientWithKey(server: TestServer, person: Client, scopes: readonly ApiScope[]): Promise<Client> {
  const { db, config } = server.deps;
  const session = await db.authToken.findUniqueOrThrow({ where: { client: person.headers.client! } });
  const owner = keyOwner({ role: session.resource_type, id: session.resource_id });
  const secret = newKey();
  const stored = { name: 'Test', secret_hash: hashOfKey(config.appSecret, secret), last4: secret.slice(-4) };
  await db.apiKey.create({ data: { ...owner, ...stored, scopes: [...scopes] } });
  return as(server, { authorization: `Bearer ${secret}` });
}

/** Freezes the daily newsletter of a date with its recipients, without sending it. */
export async function freezeWithReaders({ deps }: TestServer, date: string): Promise<Newsletter> {
  const newsletter = (await freezeNewsletter(deps, date))!;
  await freezeReaders(deps, newsletter);
  return newsletter;
}
