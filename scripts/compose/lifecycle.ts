/**
 * Books, approves, sends, clicks, and pays a promotion through the site's public address. Moves the clock and reads
 * emails at `appUrl`.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addDays } from '#shared/dates.ts';

const PASSWORD = 'a long enough passphrase';
export const STAFF = { email: 'nora@example.test', password: PASSWORD };
const MYSTERY_CATEGORY_ID = 1;
const TOP_SPOT_ADDON_ID = 1;

type Site = { url: string; appUrl: string; restartWebs(): void };
type Headers = Record<string, string>;

export async function runPromotionLifecycle({ url, appUrl, restartWebs }: Site): Promise<string> {
  async function call(method: string, path: string, { headers = {}, body }: { headers?: Headers; body?: object } = {}) {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert(response.ok, `${method} ${path}: ${response.status} ${text.slice(-300)}`);
    // biome-ignore lint/suspicious/noExplicitAny: responses of many calls
    return { response, json: JSON.parse(text) as any };
  }
  async function authenticate(path: string, type: string, body: object): Promise<Headers> {
    const { response } = await call('POST', path, { headers: { 'resource-type': type }, body });
    const names = ['access-token', 'client', 'uid'];
    return { 'resource-type': type, ...Object.fromEntries(names.map((name) => [name, response.headers.get(name)!])) };
  }
  async function moveClock(body: object) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${appUrl}/dev/clock`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(response.status, 200, await response.text());
    // Processes read the sandbox's clock when they start.
    restartWebs();
  }
  const signInStaff = () => authenticate('/user-auth/sign_in', 'user', STAFF);
  const emailsTo = async (to: string): Promise<{ text: string; subject: string }[]> =>
    (await (await fetch(`${appUrl}/dev/mailbox.json?to=${to}`)).json()).messages;
  async function waitForEmail(to: string, pattern: RegExp) {
    for (let attempt = 0; attempt < 60; attempt++) {
      const match = (await emailsTo(to)).map(({ text }) => pattern.exec(text)).find(Boolean);
      if (match) return match;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    throw new Error(`${to} got no email with ${pattern}.`);
  }

  const account = { email: `partner.${randomUUID()}@example.test`, name: 'Ada Quill' };
  const password = { password: PASSWORD, password_confirmation: PASSWORD };
  const partner = await authenticate('/partner-auth', 'partner', { ...account, ...password });
  const [, verification] = await waitForEmail(account.email, /verify-email\?token=([\w-]+)/);
  await call('POST', '/partners/verify_email', { body: { token: verification } });
  await call('POST', '/credit_cards', { headers: partner, body: { payment_method_id: 'pm_card_visa' } });
  const author = (await call('POST', '/authors', { headers: partner, body: { name: 'Ada Quill' } })).json.author;
  const { book } = (
    await call('POST', '/books', {
      headers: partner,
      body: {
        author_id: author.id,
        title: 'The Quiet Harbor',
        category_id: MYSTERY_CATEGORY_ID,
        description: 'A harbor town, a drowned ferryman, and a ledger that nobody wants found again.',
        amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH',
        page_count: 240,
      },
    })
  ).json;
  const email = `reader.${randomUUID()}@example.test`;
  await call('POST', '/readers', { body: { email, category_ids: [MYSTERY_CATEGORY_ID] } });
  const [, token] = await waitForEmail(email, /confirm\?token=([\w-]+)/);
  await call('POST', '/readers/confirm', { body: { token } });

  const clock = await fetch(`${appUrl}/dev/clock`, { headers: { accept: 'application/json' } });
  const { business_date } = await clock.json();
  const requested_date = addDays(business_date, 1);
  // A new reader's click isn't billed, so the card is charged only for the top spot.
  const availabilityPath = `/addons/top_of_newsletter/check_availability?date=${requested_date}&category_id=${MYSTERY_CATEGORY_ID}`;
  const { available } = (await call('GET', availabilityPath, { headers: partner })).json;
  const { promotion } = (
    await call('POST', '/promotions', {
      headers: partner,
      body: {
        book_id: book.id,
        category_id: MYSTERY_CATEGORY_ID,
        requested_date,
        deal_ends_on: addDays(requested_date, 6),
        current_price_cents: 499,
        sale_price_cents: 99,
        addon_ids: available ? [TOP_SPOT_ADDON_ID] : [],
      },
    })
  ).json;
  const readPromotion = async () =>
    (await call('GET', `/promotions/${promotion.id}`, { headers: partner })).json.promotion;
  await call('POST', `/promotions/${promotion.id}/approve`, { headers: await signInStaff() });
  assert.equal((await readPromotion()).display_status, 'awaiting promotion date');

  await moveClock({ advance_to: 'next_cutoff' });
  if ((await readPromotion()).display_status !== 'successfully sent') await moveClock({ advance_to: 'next_cutoff' });
  assert.equal((await readPromotion()).display_status, 'successfully sent');
  const host = url.replaceAll(/[/.]/g, '\\$&');
  const [link] = await waitForEmail(email, new RegExp(`${host}/[\\w-]{34,}`));
  const click = await fetch(link, { redirect: 'manual', headers: { 'user-agent': USER_AGENT } });
  assert.equal(click.status, 302);

  await moveClock({ advance_to: 'click_window_end' });
  const readInvoices = async () => (await call('GET', '/invoices', { headers: partner })).json.invoices;
  let invoices = await readInvoices();
  for (let attempt = 0; attempt < 30 && invoices[0]?.status !== 'paid'; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    invoices = await readInvoices();
  }
  const settled = await readPromotion();
  assert(settled.clicks_total >= 1, 'The click was not counted.');
  assert.equal(invoices.length, 1, 'There isn’t one invoice.');
  // Also the status of an invoice without anything to pay.
  assert.equal(invoices[0].status, 'paid', 'The invoice wasn’t paid.');
  return `${settled.display_status}, ${settled.clicks_total} click, invoice paid ($${(invoices[0].total_cents / 100).toFixed(2)})`;
}

const USER_AGENT = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
