/** Reasons why a click isn't billed, from the HTTP request to the results of the settlement. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  bookInput,
  click,
  createPartner,
  createPromotion,
  createReader,
  createStaff,
  MYSTERY,
  type PartnerClient,
  tokensFor,
  visitor,
} from '#server/testing/factories.ts';

const SENT = '2026-12-02T17:00:00Z';
const WINDOW_END = '2026-12-05T17:00:00Z';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Links = { amazon: string; kobo: string; hidden: string };
let partner: PartnerClient;
let id: number;

/** Signs up a reader with this address; `linksOf` returns the links of their email. */
async function signUp(email: string) {
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [MYSTERY] })
    .expect(201);
  const [mail] = await server.emailsTo(email);
  const token = /confirm\?token=([\w-]+)/.exec(mail!.text)![1];
  await visitor(server).post('/readers/confirm').send({ token }).expect(200);
  return email;
}
async function linksOf(email: string): Promise<Links> {
  const mail = (await server.emailsTo(email)).find(({ headers }) => 'list-unsubscribe' in headers);
  const [amazon, kobo] = tokensFor(server, mail!.text, id);
  const [, hidden] = /\/([\w-]{32}x0)"/.exec(mail!.html)!;
  return { amazon: amazon!, kobo: kobo!, hidden: hidden! };
}
/** Puts each reader on a different network, because readers on one network are held. */
const separateNetworks = () =>
  server.deps.pool.query(`update click_logs set ip_hash = decode(md5(reader_id::text), 'hex')`);
const at = (instant: string) => server.clock.set(new Date(instant));

it('bills at most one click per reader, and gives a reason for every unbilled one', async () => {
  const staff = await createStaff(server);
  partner = await createPartner(server);
  const editor = (await server.deps.db.user.findFirstOrThrow({ where: { id: staff.id } })).uid;
  ({ id } = await createPromotion(server, { partner, book: bookInput() }));
  await staff.post(`/promotions/${id}/approve`).expect(200);
  const names = ['scanner', 'crawler', 'preview', 'followedHidden', 'burst', 'twice', 'late', 'plain'] as const;
  const readers = {} as Record<(typeof names)[number], string>;
  for (const name of names) readers[name] = (await createReader(server)).email;
  await signUp(partner.email);
  await signUp(editor);
  await server.advanceTo(SENT);
  const links = {} as Record<(typeof names)[number] | 'partner' | 'editor', Links>;
  for (const name of names) links[name] = await linksOf(readers[name]);
  links.partner = await linksOf(partner.email);
  links.editor = await linksOf(editor);

  at('2026-12-02T17:10:00Z');
  await click(server, links.scanner.amazon, { method: 'head' }).expect(302);
  await click(server, links.preview.amazon).set('Sec-Purpose', 'prefetch;prerender').expect(302);
  await click(server, links.crawler.kobo, { agent: GOOGLEBOT }).expect(302);
  await click(server, links.partner.amazon).expect(302);
  await click(server, links.editor.amazon).expect(302);
  await click(server, links.plain.kobo).expect(302);
  await click(server, links.twice.amazon).expect(302);
  for (const link of [links.burst.amazon, links.burst.kobo]) await click(server, link).expect(302);
  await click(server, links.followedHidden.amazon).expect(302);
  at('2026-12-02T17:11:00Z');
  await click(server, links.followedHidden.hidden).expect(302);
  at('2026-12-02T17:12:01Z');
  await click(server, links.twice.kobo).expect(302);
  // This click counts, because it is in a later session than the visit to the hidden link.
  at('2026-12-02T17:22:00Z');
  await click(server, links.followedHidden.amazon).expect(302);
  // After the window, before the settlement's sweep.
  at('2026-12-05T17:00:01Z');
  await click(server, links.late.amazon).expect(302);
  await separateNetworks();
  await server.advanceTo(WINDOW_END);
  await server.settle();

  const { body } = await partner.get(`/promotions/${id}/clicks`).expect(200);
  expect(body).toMatchObject({ raw: 13, billable: 3, settled: true, money: { invoiced: { total_cents: 120 } } });
  expect(
    Object.fromEntries(body.excluded.map(({ reason, clicks }: { reason: string; clicks: number }) => [reason, clicks])),
  ).toEqual({
    head: 1,
    prefetch: 1,
    bot_ua: 1,
    honeypot: 1,
    burst: 2,
    own_click: 1,
    staff: 1,
    out_of_window: 1,
    duplicate: 1,
  });
  expect(body.by_store).toEqual([
    { store: 'amazon', raw: 9, billable: 2 },
    { store: 'kobo', raw: 4, billable: 1 },
  ]);
  const { promotion } = (await partner.get(`/promotions/${id}`).expect(200)).body;
  expect(promotion).toMatchObject({ clicks_total: 13, clicks_billable: 3 });
  expect(await server.deps.db.promotion.findUniqueOrThrow({ where: { id } })).toMatchObject({ rules_version: 6 });
});

it('keeps the reasons when single clicks are deleted', async () => {
  const before = (await partner.get(`/promotions/${id}/clicks`).expect(200)).body;
  await server.deps.db.clickLog.deleteMany();
  expect((await partner.get(`/promotions/${id}/clicks`).expect(200)).body).toEqual(before);
});
