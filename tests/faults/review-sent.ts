/** Reads one date's newsletter, email links, and public deal cards, and derives the expected ones from a state. */
import { readMailbox } from '#server/sandbox/mailbox.ts';
import { parseDate } from '#shared/dates.ts';
import { call, type ReviewHarness } from './review-harness.ts';
import { type Link, STORE_OF, type State } from './review-model.ts';

type Urls = Record<string, string>;
/** A promotion as readers saw it. `deal` and `card` are null if they weren't shown. */
export type ReaderView = {
  deal: Record<string, unknown> | null;
  email_links: Urls;
  card: Record<string, unknown> | null;
  site_links: Urls;
};

const NOT_SHOWN: ReaderView = { deal: null, email_links: {}, card: null, site_links: {} };
const MAX_BLURB_LENGTH = 280;
const STORE_LETTERS: Record<string, string> = {
  a: 'amazon',
  i: 'ibooks',
  b: 'barnes_and_noble',
  g: 'google_play',
  k: 'kobo',
};
const LINK_FIELDS = Object.keys(STORE_OF) as Link[];
const USER_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15';

/** Returns what readers must see of a promotion in a state. */
export function expectedReaderView(state: State, { url, date }: { url: string; date: string }): ReaderView {
  if (state.end !== 'frozen') return NOT_SHOWN;
  const { terms } = state;
  const { title, author_name, description, blurb, cover_url, content_rating, ...links } = state.approved!;
  const urls = Object.fromEntries(
    LINK_FIELDS.flatMap((link) => (links[link] ? [[STORE_OF[link], links[link]]] : [])),
  ) as Urls;
  const { sale_price_cents, current_price_cents, category_id, deal_ends_on } = terms;
  return {
    deal: {
      title,
      author_name,
      category_id,
      current_price_cents,
      sale_price_cents,
      cover_url: url + jpegUrlOf(cover_url),
      blurb: terms.blurb_override || blurb || shorten(description),
      is_adult: content_rating === 'adult',
      stores: Object.keys(urls).sort(),
    },
    email_links: urls,
    card: {
      title,
      author_name,
      description,
      blurb,
      content_rating,
      cover_url,
      ...links,
      sale_price_cents,
      current_price_cents,
      price_type: sale_price_cents ? 'discounted' : 'free',
      promotion_date: date,
      deal_ends_on,
    },
    site_links: urls,
  };
}

/** Shortens a description as the product does. All of the trial's descriptions are longer than a blurb. */
function shorten(description: string) {
  const words = description.slice(0, MAX_BLURB_LENGTH).split(' ');
  return `${words.slice(0, -1).join(' ')} …`;
}

type Snapshot = { deals: Record<string, unknown>[] };

/** Reads a newsletter's deals and, if it was sent, the links in its emails. */
export async function readSentNewsletter(harness: ReviewHarness, date: string) {
  const { db } = harness.deps;
  const where = { newsletter_date_kind: { newsletter_date: parseDate(date), kind: 'daily' as const } };
  const newsletter = await db.newsletter.findUniqueOrThrow({ where });
  const deals = new Map(
    (newsletter.snapshot as unknown as Snapshot).deals.map((deal) => [Number(deal.promotion_id), deal]),
  );
  const paths = newsletter.status === 'sent' ? await readEmailPaths(harness, newsletter.id) : new Map<number, Urls>();
  return {
    status: newsletter.status,
    promotion_ids: new Set([...deals.keys(), ...paths.keys()]),
    read: (target: { id: number; book_id: number }): Promise<ReaderView> =>
      readPromotion(harness, target, { deal: deals.get(target.id), paths: paths.get(target.id) ?? {} }),
  };
}

/** Returns the paths of a newsletter's email links, by promotion and store. */
async function readEmailPaths({ deps: { db }, url, readers }: ReviewHarness, newsletter_id: number) {
  const pathsByPromotion = new Map<number, Urls>();
  const recipients = await db.reader.findMany({
    where: { email: { in: [...readers] }, deliveries: { some: { newsletter_id, state: 'accepted' } } },
  });
  for (const { email } of recipients) {
    const [mail] = await readMailbox(db, { to: email!, limit: 1 });
    for (const [, token] of mail!.text.matchAll(new RegExp(`${url}/([\\w-]{34,})`, 'g'))) {
      const id = Number.parseInt(token!.slice(33), 36);
      pathsByPromotion.set(id, { ...pathsByPromotion.get(id), [STORE_LETTERS[token![32]!]!]: `/${token}` });
    }
  }
  return pathsByPromotion;
}

type EmailContent = { deal: Record<string, unknown> | undefined; paths: Urls };

async function readPromotion(
  harness: ReviewHarness,
  { id, book_id }: { id: number; book_id: number },
  { deal, paths }: EmailContent,
) {
  const { status, body } = await call(
    harness,
    { headers: {} },
    { method: 'GET', path: `/books/${book_id}?public=true` },
  );
  if (status !== 200 && status !== 404) throw new Error(`the book ${book_id} got ${status}`);
  const book = (body as { book?: Record<string, unknown> & { deal: CardDeal | null } } | null)?.book;
  const isRunning = book?.deal?.promotion_id === id;
  return {
    deal: deal ? dealFields(deal) : null,
    email_links: await followLinks(harness, paths),
    card: isRunning ? cardFields(book) : null,
    site_links: isRunning ? await followLinks(harness, book.deal!.store_links) : {},
  };
}

type CardDeal = Record<string, unknown> & { promotion_id: number; store_links: Urls };

const pickFields = (record: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, record[field]]));

const PRICES = ['sale_price_cents', 'current_price_cents'];
const dealFields = (deal: Record<string, unknown>) => ({
  ...pickFields(deal, ['title', 'author_name', 'blurb', 'cover_url', 'category_id', 'is_adult', ...PRICES]),
  stores: (deal.stores as string[]).toSorted(),
});

/** URL of a cover's JPEG version, which emails show. */
const jpegUrlOf = (cover_url: string) => (cover_url === '/no-cover.svg' ? '/no-cover.jpg' : `${cover_url}.jpg`);

const TEXTS = ['title', 'author_name', 'description', 'blurb', 'content_rating', 'cover_url'];
const cardFields = (book: Record<string, unknown>) => ({
  ...pickFields(book, [...TEXTS, ...LINK_FIELDS]),
  ...pickFields(book.deal as CardDeal, [...PRICES, 'price_type', 'promotion_date', 'deal_ends_on']),
});

/** Follows each path like a browser. Returns the targets, 'nowhere' for a path that isn't redirected. */
async function followLinks({ url }: ReviewHarness, paths: Urls): Promise<Urls> {
  const targets = await Promise.all(
    Object.entries(paths).map(async ([store, path]) => {
      const res = await fetch(url + path, { redirect: 'manual', headers: { 'user-agent': USER_AGENT } });
      await res.arrayBuffer();
      return [store, res.headers.get('location') ?? 'nowhere'] as const;
    }),
  );
  return Object.fromEntries(targets);
}
