/**
 * Calls that succeed only after other calls or changes in the database. Prepares the demo for each call, and records
 * the call for the documentation's examples.
 */
import { generateSync } from 'otplib';
import { partnerUnsubscribeToken } from '#server/partners/unsubscribe.ts';
import { businessDate, systemClock } from '#server/platform/clock.ts';
import { sweepWaitingList } from '#server/promotions/waiting-sweep.ts';
import type { TestServer } from '#server/testing/app.ts';
import { type Headers, OWNER, STAFF, sessionOf } from '#server/testing/callers.ts';
import {
  as,
  type Client,
  completeBooks,
  createAuthor,
  createBook,
  createPromotion,
  freezeWithReaders,
  MYSTERY,
  promotionInput,
  visitor,
} from '#server/testing/factories.ts';
import { operationFor } from '#shared/api/check.ts';
import { OPERATIONS } from '#shared/api/operations.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import type { Caller, CallResult } from '../scripts/calls/all-operations.ts';
import type { Sender } from '../scripts/calls/sender.ts';
import { DEMO } from '../scripts/calls/sign-in.ts';

const API = '/api/v1';
/** Days from the business date to a date after all of the demo's own promotions. */
const FIRST_FREE_DAY = 25;
/** The demo's partner whose payments fail. */
const DEBTOR = 'lantern-street@example.test';
/** Each step has another code (server/auth/totp.ts). */
const STEP_SECONDS = 30;
/** Longer than a request to check a code takes. */
const MIN_SECONDS_LEFT = 5;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
// biome-ignore lint/suspicious/noExplicitAny: each call has its own body
type Body = any;

type CallContext = {
  server: TestServer;
  /** Sends and records a call below /api/v1, as this caller or with other credentials. Returns the response's body. */
  record: (caller: Caller, method: Method, path: string, body?: object, credentials?: Headers) => Promise<Body>;
  partner: Client;
  staff: Client;
};

/** Prepares and sends all calls, and returns their results. Throws if one is refused. */
export async function callPrepared(server: TestServer, sender: Sender): Promise<CallResult[]> {
  const results: CallResult[] = [];
  const headers = {
    public: {},
    partner: await sessionOf(server, 'partner', OWNER),
    user: await sessionOf(server, 'user', STAFF),
  };
  const context: CallContext = {
    server,
    partner: as(server, headers.partner),
    staff: as(server, headers.user),
    record: async (caller, method, path, body, credentials = headers[caller]) => {
      const request = { method, path: API + path, ...(body ? { body } : {}) };
      const reply = await sender.send({ ...request, headers: credentials });
      const operation = operationFor(OPERATIONS, method, request.path.split('?')[0]!)!;
      if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
      results.push({ operation, caller, request, reply, problems: [] });
      return reply.body;
    },
  };
  for (const prepare of [
    prepareWarmUps,
    prepareChanges,
    prepareSeries,
    prepareDates,
    prepareWaitingList,
    preparePrices,
    preparePayments,
    prepareClicks,
    prepareNewsletters,
    prepareImports,
    prepareDiscard,
    prepareReferrals,
    prepareAdminPanel,
    prepareAddresses,
  ])
    await prepare(context);
  for (const role of ['partner', 'user'] as const) {
    await preparePasswordReset(context, role);
    await prepareSecondFactor(context, role);
  }
  return results;
}

/** Submits a promotion of the demo's partner and approves it. */
async function submitAndApprove({ server, partner, staff }: CallContext, days: number): Promise<number> {
  const { id } = await submitPromotion({ server, partner }, days);
  await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
  return id;
}

async function submitPromotion({ server, partner }: Pick<CallContext, 'server' | 'partner'>, days: number) {
  const { id } = await server.deps.db.partner.findFirstOrThrow({ where: { uid: OWNER } });
  return createPromotion(server, { partner: { ...partner, id, email: OWNER }, days: FIRST_FREE_DAY + days });
}

/** Books two books of a series together. */
async function prepareSeries({ server, partner, record }: CallContext) {
  const { id: author_id } = await createAuthor(partner, { name: 'Ada Thorne' });
  const part = async (series_number: number, days: number) => {
    const facts = { title: `The Salt Road ${series_number}`, author_id, series: 'The Salt Road', series_number };
    return promotionInput(server, (await createBook(partner, facts)).id, {}, FIRST_FREE_DAY + days);
  };
  await record('partner', 'POST', '/promotions/series', { promotions: [await part(1, 40), await part(2, 47)] });
}

/** Changes of an approved promotion, and the decisions of staff. */
async function prepareChanges(context: CallContext) {
  const { record, partner, staff } = context;
  const id = await submitAndApprove(context, 0);
  const change = (blurb_override: string) => partner.patch(`/promotions/${id}/`).send({ blurb_override }).expect(200);
  const version = async (): Promise<string> =>
    (await staff.get(`/promotions/${id}`).expect(200)).body.promotion.review_version;
  await change('A ferryman drowns, and his ledger surfaces.');
  const message = 'Does the higher price apply on the promotion day?';
  await record('user', 'POST', `/promotions/${id}/ask_about_changes`, { message });
  const rejection = { message: 'We can only send the blurb that we approved.', review_version: await version() };
  await record('user', 'POST', `/promotions/${id}/keep_approved`, rejection);
  await change('A harbor town, and a ledger that nobody wants found.');
  const acceptance = { message: 'The new blurb is lovely.', review_version: await version() };
  await record('user', 'POST', `/promotions/${id}/accept_changes`, acceptance);
}

async function prepareDates(context: CallContext) {
  const { record, server, partner, staff } = context;
  const { id, date } = await submitPromotion(context, 1);
  const promotion_date = addDays(date, 1);
  await record('user', 'POST', `/promotions/${id}/propose_date`, { promotion_date, message: 'Your dates are full.' });
  await record('partner', 'POST', `/promotions/${id}/confirm_date`, { promotion_date });
  const declined = await submitPromotion(context, 3);
  await staff
    .post(`/promotions/${declined.id}/reject`)
    .send({ reason_codes: ['other'], message: 'Later.' })
    .expect(200);
  const bulk = await submitPromotion(context, 5);
  await completeBooks(server, { id: bulk.book.id });
  await record('user', 'POST', '/promotions/decisions', { decision: 'approve', promotions: [{ id: bulk.id }] });
  const message = 'We overlooked the new cover.';
  await record('user', 'POST', `/promotions/${declined.id}/reopen`, { message });

  const sent = await server.deps.db.promotion.findFirstOrThrow({
    where: { sent_at: { not: null }, partner: { uid: OWNER } },
    orderBy: { id: 'desc' },
  });
  const correction = { store: 'amazon', url: 'https://www.amazon.com/dp/B0QUIETHAR' };
  await record('user', 'POST', `/promotions/${sent.id}/correct_store_link`, {
    ...correction,
    reason: 'The page moved.',
  });

  const { calendar } = (await partner.get('/promotions/calendar').expect(200)).body;
  await record('public', 'GET', `/promotions.ics${new URL(calendar.url).search}`);
}

/**
 * Two waiting list entries for a full date. A slot becomes free, the first entry is accepted, and the second is
 * deleted.
 */
async function prepareWaitingList({ record, server, partner }: CallContext) {
  const requested_date = addDays(businessDate(server.deps.now()), FIRST_FREE_DAY + 6);
  const { db } = server.deps;
  const where = { newsletter_date: parseDate(requested_date), category_id: MYSTERY };
  const { capacity } = await db.newsletterPromotionCount.findFirstOrThrow({ where });
  const setBookedSlots = (promotions_in_total: number) =>
    db.newsletterPromotionCount.updateMany({ where, data: { promotions_in_total } });
  const join = async () => {
    const { id } = await createBook(partner);
    const booking = { ...promotionInput(server, id, { requested_date }), auto_book: false };
    return (await record('partner', 'POST', '/waiting_entries', booking)).waiting_entry.id;
  };
  await setBookedSlots(capacity);
  const [first, second] = [await join(), await join()];
  await setBookedSlots(capacity - 1);
  await sweepWaitingList(server.deps);
  await record('partner', 'GET', '/waiting_entries');
  await record('partner', 'POST', `/waiting_entries/${first}/accept`);
  await record('partner', 'DELETE', `/waiting_entries/${second}`);
}

/** A promotion two days before its newsletter. */
async function preparePrices(context: CallContext) {
  const { record, server } = context;
  const id = await submitAndApprove(context, 8);
  const promotion_date = parseDate(addDays(businessDate(server.deps.now()), 2));
  await server.deps.db.promotion.update({ where: { id }, data: { promotion_date } });
  await record('partner', 'POST', `/promotions/${id}/confirm_price`, { store: 'kobo' });
  await record('partner', 'GET', `/promotions/${id}/price_watch`);
}

async function preparePayments({ record, server }: CallContext) {
  const { db } = server.deps;
  const session = await sessionOf(server, 'partner', DEBTOR);
  const debtor = as(server, session);
  const unpaid = await db.invoice.findMany({
    where: { partner: { uid: DEBTOR }, status: { in: ['open', 'failed'] } },
    orderBy: { id: 'asc' },
  });
  const [unconfirmedId, chargedId] = unpaid.map(({ promotion_id }) => promotion_id!);
  const setDefaultCard = async (payment_method_id: string) => {
    const { body } = await debtor.post('/credit_cards').send({ payment_method_id }).expect(201);
    await debtor.patch(`/credit_cards/${body.credit_card.id}/make_default`).expect(200);
  };
  await setDefaultCard('pm_card_visa');
  await record('partner', 'POST', `/promotions/${chargedId}/charge`, undefined, session);
  await setDefaultCard('pm_card_authenticationRequired');
  await debtor.post(`/promotions/${unconfirmedId}/charge`).expect(422);
  await record('partner', 'POST', `/promotions/${unconfirmedId}/confirm_payment`, undefined, session);

  const paid = await db.promotion.findFirstOrThrow({
    where: { paid_at: { not: null }, partner: { uid: OWNER } },
    orderBy: { id: 'desc' },
  });
  const reason = 'The wrong price was shown.';
  await record('user', 'POST', `/promotions/${paid.id}/refund`, { amount_cents: 100, reason });
}

async function prepareClicks({ record, server }: CallContext) {
  const { db, now } = server.deps;
  const where = { partner: { uid: OWNER }, sent_at: { not: null } };
  const orderBy = { id: 'desc' } as const;
  const settled = await db.promotion.findFirstOrThrow({ where: { ...where, settled_at: { not: null } }, orderBy });
  for (const part of ['', '/clicks', '/sent_copy', '/usual_clicks', '/estimate', '/last-promotion-percentile'])
    await record('partner', 'GET', `/promotions/${settled.id}${part}`);
  const sale = {
    book_id: settled.book_id,
    store: 'amazon',
    sold_on: null,
    copies: 84,
    pages: 5200,
    royalty_cents: 2900,
  };
  const terms = { window_days: 7, baseline_per_day: 1.5, kenp_micros: 4550 };
  await record('partner', 'PATCH', `/promotions/${settled.id}/results`, { ...terms, sales: [sale] });
  await record('partner', 'GET', `/promotions/${settled.id}/results`);
  const { title } = await db.book.findUniqueOrThrow({ where: { id: settled.book_id } });
  const { body, type } = await encodeForm('report', `Store,Title,Copies,Royalties\nKobo,${title},12,4.20\n`);
  const multipart = { ...(await sessionOf(server, 'partner', OWNER)), ...type };
  await record('partner', 'POST', `/promotions/${settled.id}/sales_report`, body, multipart);
  await record('partner', 'GET', `/promotion_results?promotion_ids=${settled.id}`);
  const question = 'Why did so few clicks count?';
  await record('partner', 'POST', `/promotions/${settled.id}/click_question`, { question });
  const answer = 'They came from one network.';
  await record('user', 'POST', `/promotions/${settled.id}/click_answer`, { answer });

  const running = await db.promotion.findFirstOrThrow({ where: { ...where, settled_at: null }, orderBy });
  const group = { rule: 'domain', subject: 'example.com', clicks: 13 };
  await db.clickHold.create({ data: { promotion_id: running.id, ...group, first_at: now(), last_at: now() } });
  await record('user', 'GET', '/held_clicks');
  await record('user', 'GET', `/promotions/${running.id}/held_clicks`);
  const decision = { decision: 'exclude', decided_at: null, note: 'Fake addresses at one domain.' };
  await record('user', 'POST', `/promotions/${running.id}/held_clicks`, { ...group, ...decision });
}

/** Returns the body and content type of a multipart form with one CSV file. */
async function encodeForm(field: string, text: string) {
  const form = new FormData();
  form.set(field, new File([text], 'file.csv', { type: 'text/csv' }));
  const encoded = new Response(form);
  const type = { 'content-type': encoded.headers.get('content-type')! };
  return { body: Buffer.from(await encoded.arrayBuffer()), type };
}

async function prepareImports({ record, server }: CallContext) {
  const list = 'email,date,genres\nann@example.org,2024-05-01,Sci-Fi\ninfo@example.org,2024-05-01,\n';
  const upload = { file_name: 'list.csv', file_bytes: list.length };
  const { id } = (await record('user', 'POST', '/reader_imports', upload)).reader_import;
  const path = `/reader_imports/${id}`;
  const { body, type } = await encodeForm('part', list);
  const multipart = { ...(await sessionOf(server, 'user', STAFF)), ...type };
  const { mapping } = (await record('user', 'POST', `${path}/parts?offset=0`, body, multipart)).reader_import;
  await record('user', 'POST', `${path}/check`, { ...mapping, consent_source: 'Sign-up form', category_ids: [1] });
  await server.settle();
  await record('user', 'GET', path);
  await record('user', 'GET', `${path}/problems.csv`);
  await record('user', 'POST', `${path}/start`, { daily_emails: 500 });
  await server.settle();
  await record('user', 'PATCH', path, { daily_emails: 200 });
  await record('user', 'GET', `${path}/campaign`);
  await record('user', 'POST', `${path}/undo`);
  await server.settle();
}

async function prepareDiscard({ record }: CallContext) {
  const upload = { file_name: 'wrong-list.csv', file_bytes: 52 };
  const { id } = (await record('user', 'POST', '/reader_imports', upload)).reader_import;
  await record('user', 'POST', `/reader_imports/${id}/discard`);
}

async function prepareWarmUps({ record, server }: CallContext) {
  const { db, now } = server.deps;
  // All other prepared calls are made without a running warm-up.
  await db.warmUp.updateMany({ data: { ended_at: now() } });
  const { id } = (await record('user', 'POST', '/warm_ups', { first_cap: 500, growth_percent: 150 })).warm_up;
  const stop = { stopped_at: now(), stop_cause: 'complaints', stop_reason: 'Complaints', resumes_on: now() };
  await db.warmUpProvider.updateMany({ where: { warm_up_id: id, provider: 'gmail' }, data: stop });
  await record('user', 'GET', '/warm_ups');
  await record('user', 'POST', `/warm_ups/${id}/resume`, { provider: 'gmail' });
  await record('user', 'PATCH', `/warm_ups/${id}`, { growth_percent: 130, is_paused: false });
  await record('user', 'POST', `/warm_ups/${id}/end`);
}

async function prepareNewsletters({ record, server }: CallContext) {
  const { db, now } = server.deps;
  const [first, second] = await db.newsletter.findMany({
    where: { status: 'draft', kind: 'daily' },
    orderBy: { newsletter_date: 'asc' },
  });
  const { id } = await freezeWithReaders(server, toIsoDate(first!.newsletter_date));
  await record('user', 'POST', `/newsletters/${id}/pause`, { reason: 'Many addresses bounce.' });
  const { reader_id } = await db.delivery.findFirstOrThrow({
    where: { newsletter_id: id },
    orderBy: { reader_id: 'asc' },
  });
  await db.delivery.update({
    where: { newsletter_id_reader_id: { newsletter_id: id, reader_id } },
    data: { state: 'uncertain', attempts: 1, handed_over_at: now() },
  });
  await record('user', 'POST', `/newsletters/${id}/deliveries/${reader_id}/resolve`, { outcome: 'accepted' });
  await record('user', 'POST', `/newsletters/${id}/end`, { reason: 'The relay refuses our emails today.' });

  await db.newsletter.update({ where: { id: second!.id }, data: { held_at: now() } });
  await record('user', 'POST', `/newsletters/${second!.id}/release`, { was_sent: false });
}

async function prepareReferrals({ record, server }: CallContext) {
  const { db } = server.deps;
  const reward = await db.referralEntry.findFirstOrThrow({
    where: { state: 'pending', kind: 'reward', partner: { uid: OWNER } },
    orderBy: { id: 'asc' },
  });
  await db.referralEntry.update({ where: { id: reward.id }, data: { state: 'held' } });
  await record('user', 'POST', `/referrals/${reward.id}/release`, { reason: 'Two authors in one household.' });
  const available = await db.referralEntry.findFirstOrThrow({
    where: { state: 'available', kind: 'reward', partner: { uid: OWNER } },
    orderBy: { id: 'asc' },
  });
  await record('user', 'POST', `/referrals/${available.id}/cash_out`, { reference: 'Transfer of 2026-12-01' });
}

/** Changes in the admin panel. */
async function prepareAdminPanel({ record, staff }: CallContext) {
  const create = async (name: string) => (await staff.post('/admin/tags').send({ name }).expect(201)).body.tag;
  const [into, tag] = [await create('Sea novels'), await create('Harbor novels')];
  const { record_version } = tag;
  await record('user', 'PATCH', `/admin/tags/${tag.id}`, { record_version, name: 'Sea stories' });
  await record('user', 'POST', `/admin/tags/${tag.id}/merge`, { into_id: into.id });
}

/** Returns the newest token in an email to this address. */
async function tokenTo(server: TestServer, address: string, pattern: RegExp): Promise<string> {
  const emails = await server.emailsTo(address);
  return emails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0]!;
}

async function prepareAddresses({ record, server }: CallContext) {
  const { db, config } = server.deps;
  const { id } = await db.partner.update({ where: { uid: OWNER }, data: { email_verified_at: null } });
  await record('partner', 'POST', '/partners/email_verification');
  const token = await tokenTo(server, OWNER, /verify-email\?token=([\w-]+)/);
  await record('public', 'POST', '/partners/verify_email', { token });
  const kind = 'reminder';
  const unsubscription = { kind, token: partnerUnsubscribeToken(config.appSecret, kind, id) };
  await record('public', 'POST', '/partners/unsubscribe', unsubscription);

  const email = 'ada@example.test';
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [1] })
    .expect(201);
  const confirmation = await tokenTo(server, email, /confirm\?token=([\w-]+)/);
  await record('public', 'POST', '/readers/confirm', { token: confirmation });
}

async function preparePasswordReset({ record, server }: CallContext, role: 'partner' | 'user') {
  const email = DEMO[role].email;
  const redirect_url = `${server.url}/${role}s/password/reset`;
  await record('public', 'POST', `/${role}-auth/password`, { email, redirect_url });
  const query = await tokenTo(server, email, /password\/edit(\?\S+)/);
  await record('public', 'GET', `/${role}-auth/password/edit${query}`);
}

const secondsLeftInStep = () => STEP_SECONDS - ((systemClock.now().getTime() / 1000) % STEP_SECONDS);

async function prepareSecondFactor({ record }: CallContext, role: 'partner' | 'user') {
  const path = `/${role}-auth/second_factor`;
  const current_password = DEMO[role].password;
  const { secret } = await record(role, 'POST', path, { current_password });
  /** Each code works once. The codes of the previous and the next 30-second step are accepted, too. */
  const otpAt = (step: number) =>
    generateSync({ secret, epoch: Math.floor(systemClock.now().getTime() / 1000) + step * STEP_SECONDS });
  // If a step began before its check, the code would be two steps old.
  while (secondsLeftInStep() < MIN_SECONDS_LEFT) await new Promise((resolve) => setTimeout(resolve, 100));
  await record(role, 'POST', `${path}/confirm`, { otp: otpAt(-1) });
  await record(role, 'POST', `${path}/recovery_codes`, { otp: otpAt(0) });
  await record(role, 'POST', `${path}/end`, { current_password, otp: otpAt(1) });
}
