/** Shared parts of the flows, such as the demo's mailbox and clock, and a line for each step. */
declare const process: { argv: string[]; exitCode?: number };

export const BASE = process.argv[2] ?? 'http://127.0.0.1:3000';
export const PASSWORD = 'a long enough passphrase';
export const STAFF = { email: 'staff@deckle.test', password: 'deckle-demo-staff' };
/** Returns an address with a random part, so that repeated flows create different accounts. */
export const addressOf = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.test`;

export type Headers = Record<string, string>;

/** Extracts the session's headers from the response to a sign-in or a sign-up. */
export function sessionIn(role: 'partner' | 'user', { headers }: Response): Headers {
  const names = ['access-token', 'client', 'uid'];
  return { 'resource-type': role, ...Object.fromEntries(names.map((name) => [name, headers.get(name) ?? ''])) };
}

export const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });

type Result<T> = { data?: T | undefined; error?: unknown; response?: Response | undefined };

/** Returns a response's data. Throws if there is none, for example because the server refused the request. */
export async function dataOf<T>(result: Promise<Result<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await result;
  if (data === undefined || data === null) throw new Error(`${response?.status} ${JSON.stringify(error)}`);
  return data;
}

export function check(isTrue: boolean, expected: string): asserts isTrue {
  if (!isTrue) throw new Error(`Expected ${expected}`);
}

export const step = (text: string) => console.log(`  ${text}`);

export type Email = { to: string; subject: string; text: string };

/** Waits for emails that match, to one address or to all, and returns them, the latest first. */
export async function waitForEmails(to: string | null, matches: (email: Email) => boolean): Promise<Email[]> {
  const query = to ? `to=${encodeURIComponent(to)}` : 'limit=1000';
  return eventually(`such an email to ${to ?? 'anybody'}`, async () => {
    const { messages } = (await (await fetch(`${BASE}/dev/mailbox.json?${query}`)).json()) as { messages: Email[] };
    const matching = messages.filter(matches);
    return matching.length ? matching : null;
  });
}

/** Tries until there is a result. Throws after about two minutes without one. */
export async function eventually<T>(expected: string, attempt: () => Promise<T | null>): Promise<T> {
  for (let attempts = 0; attempts < 240; attempts++) {
    const found = await attempt();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`Expected ${expected}`);
}

/** Waits for an email with a link to `path`, and returns the link's token. */
export async function waitForToken(to: string, path: string): Promise<string> {
  const link = new RegExp(`${path}\\?token=([\\w.-]+)`);
  const [email] = await waitForEmails(to, ({ text }) => link.test(text));
  return link.exec(email?.text ?? '')?.[1] ?? '';
}

/** Sets the demo's clock ahead and runs what becomes due. */
export async function advanceTo(advance_to: 'next_cutoff' | 'click_window_end') {
  const headers = { 'content-type': 'application/json', origin: BASE };
  const res = await fetch(`${BASE}/dev/clock`, { method: 'POST', headers, body: JSON.stringify({ advance_to }) });
  check(res.ok, `the clock to be set, not ${res.status}`);
}

const linkIn = (text: string, title: string) =>
  new RegExp(`${BASE}/[\\w-]{34,}`).exec(text.slice(text.indexOf(title)))?.[0];

/** Waits for emails with a deal, to one reader or to all. */
export const waitForDealEmails = (title: string, to: string | null = null) =>
  waitForEmails(to, ({ text }) => text.includes(title) && linkIn(text, title) !== undefined);

/** Requests a deal's first link in an email, as the reader's browser would, and returns the store's URL. */
export async function clickLink({ text }: Email, title: string): Promise<string> {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const response = await fetch(linkIn(text, title) ?? '', { redirect: 'manual', headers });
  check(response.status === 302, `a redirect to the store, not ${response.status}`);
  return response.headers.get('location') ?? '';
}

export const dealOf = (title: string) => ({
  book: {
    title,
    category_id: 1,
    description: 'A harbor town, a drowned ferryman, and a ledger that nobody wants found again.',
    amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH',
    page_count: 240,
  },
  prices: { current_price_cents: 499, sale_price_cents: 99 },
});

export const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** Runs a flow. If it throws, the process exits with code 1. */
export async function run(name: string, flow: () => Promise<void>) {
  console.log(name);
  try {
    await flow();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
