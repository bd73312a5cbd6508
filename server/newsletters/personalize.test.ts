/** A reader's email, including its size and links. */
import { simpleParser } from 'mailparser';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Newsletter } from '#prisma';
import { readLinkToken } from '#server/clicks/token.ts';
import * as emails from '#server/emails/render.tsx';
import type { Deps } from '#server/platform/deps.ts';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { operatorOf } from '#server/platform/operator.ts';
import { STORES } from '#shared/business.ts';
import { type FrozenDeal, preheaderOf, subjectOf } from './assemble.ts';
import { createEmailComposer, type Recipient } from './personalize.ts';

const SECRET = 'a secret of the tests, long enough';
const config = {
  appUrl: 'https://newsletter.a-rather-long-name-of-a-publishing-house.example',
  appSecret: SECRET,
  operator: operatorOf({}),
};

/** Gmail clips longer emails. */
const LIMIT = 102_000;
const CATEGORIES = 36;
const DEALS_PER_CATEGORY = 6;

const longestName = (id: number) => `A category with a long name, number ${id}`;
const GENRES = Array.from({ length: CATEGORIES }, (_, i) => ({ id: i + 1, name: longestName(i + 1) }));
const depsWith = (categories: { id: number; name: string }[], overrides: object = {}) =>
  ({
    config: { ...config, MAIL_FROM: 'Deckle <news@deckle.test>', ...overrides },
    now: () => new Date('2026-12-05T18:00:00Z'),
    mailRenderer: async () => emails,
    db: { category: { findMany: async () => categories } },
  }) as unknown as Deps;
const deps = depsWith(GENRES);

/** A book whose texts are at their limits or longer, mostly in characters that become five in HTML. */
const longest = (promotion_id: number, category: number, facts: Partial<FrozenDeal> = {}): FrozenDeal => ({
  promotion_id,
  newsletter_id: 7,
  category_id: category,
  category_name: longestName(category),
  category_position: category,
  is_adult: false,
  is_top: false,
  position: promotion_id,
  title: '&'.repeat(200),
  author_name: 'é'.repeat(120),
  blurb: '&'.repeat(300),
  cover_url: `${config.appUrl}/media/covers/${'x'.repeat(60)}.webp`,
  sale_price_cents: 99,
  current_price_cents: 499,
  stores: [...STORES],
  ...facts,
});

/** Six deals in each category; the last is its paid top spot. */
const FULLEST = Array.from({ length: CATEGORIES * DEALS_PER_CATEGORY }, (_, i) =>
  longest(i + 1, (i % CATEGORIES) + 1, { is_top: i >= CATEGORIES * (DEALS_PER_CATEGORY - 1) }),
);
const short = (deal: FrozenDeal): FrozenDeal => ({
  ...deal,
  title: 'Emma',
  author_name: 'Jane Austen',
  blurb: 'Handsome, clever, and rich.',
});

const newsletter = (deals: FrozenDeal[], kind: Newsletter['kind'] = 'daily') =>
  ({
    id: 7,
    newsletter_date: new Date('2026-12-05'),
    kind,
    subject: 'Books & more',
    preheader: 'Today',
    snapshot: { deals },
  }) as unknown as Newsletter;

const READER: Recipient = {
  reader_id: 41,
  uuid: '6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10',
  email: 'reader@example.test',
  message_id: '<1@deckle.test>',
  keys: mailKeys(SECRET, { newsletter_id: 7, id: 41 }),
  category_ids: GENRES.map(({ id }) => id),
  stores: [],
  free_only: false,
  max_price_cents: null,
  adult_ok: true,
};

const compose = async (
  deals: FrozenDeal[],
  kind?: Newsletter['kind'],
  reader: Partial<Recipient> = {},
  composerDeps: Deps = deps,
) => (await createEmailComposer(composerDeps, newsletter(deals, kind)))({ ...READER, ...reader });

const tokensIn = (text: string) =>
  [...text.matchAll(/\.example\/([\w-]{33,45})(?![\w-])/g)].map(([, token]) => readLinkToken(SECRET, token!));

describe('the size of an email', () => {
  it('stays under 102 kB with six of the longest possible books in each category', async () => {
    const { mail, deals_count } = (await compose(FULLEST))!;
    expect(Buffer.byteLength(mail.html)).toBeLessThan(LIMIT);
    // The size limit applies, and is nearly reached.
    expect(deals_count).toBeLessThan(40);
    expect(Buffer.byteLength(mail.html)).toBeGreaterThan(85_000);
  });

  it('gives paid top spots priority', async () => {
    const { mail, deals_count } = (await compose(FULLEST))!;
    const shown = new Set(tokensIn(mail.html).map((link) => (link?.kind === 'store' ? link.promotion_id : 0)));
    shown.delete(0);
    expect(shown.size).toBe(deals_count);
    expect([...shown].every((id) => id > CATEGORIES * (DEALS_PER_CATEGORY - 1))).toBe(true);
  });

  it('fits forty books of ordinary length', async () => {
    const site = depsWith([{ id: 1, name: 'Mystery' }], { appUrl: 'https://deckle.example' });
    const ordinary = FULLEST.map((deal) => ({
      ...short(deal),
      category_id: 1,
      category_name: 'Mystery',
      cover_url: '/c',
    }));
    const { mail, deals_count } = (await createEmailComposer(site, newsletter(ordinary)))(READER)!;
    expect(deals_count).toBe(40);
    expect(Buffer.byteLength(mail.html)).toBeLessThan(LIMIT);
  });

  it('counts only the stores that the reader chose', async () => {
    const all = (await compose(FULLEST))!;
    const kobo = (await compose(FULLEST, 'daily', { stores: ['kobo'] }))!;
    expect(kobo.deals_count).toBeGreaterThan(all.deals_count);
    expect(Buffer.byteLength(kobo.mail.html)).toBeLessThan(LIMIT);
  });

  it('stays under 102 kB with the ten deals of a weekly email, even from seven newsletters', async () => {
    const week = FULLEST.map((deal, i) => ({ ...deal, newsletter_id: 1 + (i % 7), is_top: false }));
    const { mail, deals_count } = (await compose(week, 'weekly'))!;
    expect(deals_count).toBe(10);
    expect(Buffer.byteLength(mail.html)).toBeLessThan(LIMIT);
  });
});

describe('the links of an email', () => {
  const deals = [short(longest(3, 1)), short(longest(5, 2, { newsletter_id: 6, stores: ['kobo', 'amazon'] }))];
  let daily: NonNullable<Awaited<ReturnType<typeof compose>>>;
  let weekly: typeof daily;
  beforeAll(async () => {
    daily = (await compose([deals[0]!]))!;
    weekly = (await compose(deals, 'weekly'))!;
  });

  it('to stores are tracked tokens of this reader, the same in text and HTML', () => {
    const links = [...daily.mail.html.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url!.replaceAll('&amp;', '&'));
    const others = links.filter((url) => !/\.example\/[\w-]{33,45}$/.test(url));
    const preferences = `${config.appUrl}/readers/${READER.uuid}/edit`;
    const web = `${config.appUrl}/newsletter/archive/2026-12-05`;
    expect(new Set(others)).toEqual(
      new Set([config.appUrl, web, `${preferences}?off=1`, preferences, `${preferences}?unsubscribe=1#unsubscribe`]),
    );
    const stores = tokensIn(daily.mail.text);
    expect(stores).toEqual(
      STORES.map((store) => ({ kind: 'store', newsletter_id: 7, reader_id: 41, promotion_id: 3, store })),
    );
    const asText = (tokens: unknown[]) => new Set(tokens.map((token) => JSON.stringify(token)));
    const inHtml = tokensIn(daily.mail.html).filter((link) => link?.kind === 'store');
    expect(asText(inHtml)).toEqual(asText(stores));
    expect(daily.link_count).toBe(5);
  });

  it('of the weekly email are attributed to the newsletter that each promotion ran in', () => {
    const links = tokensIn(weekly.mail.text).map(
      (link) => link?.kind === 'store' && [link.promotion_id, link.newsletter_id],
    );
    expect(links).toEqual([...STORES.map(() => [3, 7]), [5, 6], [5, 6]]);
    expect(weekly.link_count).toBe(7);
  });

  it('include two hidden links per newsletter, one before and one after the deals, in the HTML only', () => {
    const hiddenLinks = ({ mail }: typeof daily) =>
      tokensIn(mail.html).flatMap((link) => (link?.kind === 'honeypot' ? [link.newsletter_id] : []));
    expect(hiddenLinks(daily)).toEqual([7, 7]);
    expect(hiddenLinks(weekly)).toEqual([7, 6, 7, 6]);
    const [firstDeal, ...hidden] = ['a3"', 'x1"', 'x0"'].map((end) => daily.mail.html.indexOf(end));
    expect([hidden[0]! < firstDeal!, firstDeal! < hidden[1]!]).toEqual([true, true]);
    expect(weekly.mail.html).toMatch(/<div aria-hidden="true"[^>]*display:none[^>]*>(<a [^>]*>[^<]*<\/a>){2}<\/div>/);
    expect(tokensIn(weekly.mail.text).some((link) => link?.kind === 'honeypot')).toBe(false);
  });

  it('leave no placeholder', () => {
    for (const { mail } of [daily, weekly]) expect(mail.html + mail.text).not.toContain('~~');
  });
});

describe('the subject and the inbox preview', () => {
  const DEALS = [
    { ...short(longest(1, 1)), title: 'Emma & Co', sale_price_cents: 0 },
    { ...short(longest(2, 2)), title: 'Persuasion', sale_price_cents: 199 },
    { ...short(longest(3, 2)), title: 'Sanditon', sale_price_cents: 299 },
  ];
  const titlesFor = async (texts: { subject?: string; preheader?: string }, reader: Partial<Recipient>) => {
    const [subject, preheader] = [subjectOf('daily', DEALS), preheaderOf('daily', DEALS)];
    const stored = { ...newsletter(DEALS), ...{ subject, preheader }, ...texts } as Newsletter;
    const { mail } = (await createEmailComposer(deps, stored))({ ...READER, ...reader })!;
    const raw = await simpleParser(mail.raw!().toString('latin1'));
    expect(raw.subject).toBe(mail.subject);
    expect(raw.html).toContain(`<title>${mail.subject.replace('&', '&#38;')}</title>`);
    return { subject: mail.subject, html: raw.html as string };
  };

  it('name the deals that this reader gets', async () => {
    const first = await titlesFor({}, { category_ids: [1] });
    expect(first.subject).toBe('Today: “Emma & Co” is free');
    expect(first.html).toContain('>Emma &#38; Co<');
    const second = await titlesFor({}, { category_ids: [2] });
    expect(second.subject).toBe('Today: “Persuasion” for $1.99, and 1 more');
    expect(second.html).toContain('>Persuasion · Sanditon<');
  });

  it('are those that staff wrote', async () => {
    const found = await titlesFor({ subject: 'Our birthday', preheader: 'Cake inside' }, { category_ids: [2] });
    expect(found.subject).toBe('Our birthday');
    expect(found.html).toContain('>Cake inside<');
  });
});

describe('the text of an email', () => {
  it('says why it was sent, and if it is weekly; headers name the list and allow one-click unsubscribing', async () => {
    const names = ['Mystery', 'Thriller', 'Food & Drink'].map((name, index) => ({ id: index + 1, name }));
    const reader = { category_ids: [3, 1] };
    const daily = (await compose([longest(1, 1)], 'daily', reader, depsWith(names)))!.mail;
    const weekly = (await compose([longest(1, 1)], 'weekly', reader, depsWith(names)))!.mail;
    expect(daily.text).toContain(
      'You’re receiving this newsletter because you chose Mystery and Food & Drink on Deckle.',
    );
    expect(weekly.text).toContain(
      'You’re receiving this newsletter once a week because you chose Mystery and Food & Drink on Deckle.',
    );
    expect(daily.html).toContain('because you chose Mystery and Food &#38; Drink on Deckle.');
    expect(weekly.html).toContain('once a week because you chose Mystery and Food &#38; Drink on Deckle.');
    const key = READER.keys.unsubscribe;
    const headers = {
      'List-Unsubscribe': expect.stringContaining(`<${config.appUrl}/api/v1/unsubscribe/${key}>, <mailto:`),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    };
    const host = 'newsletter.a-rather-long-name-of-a-publishing-house.example';
    expect(daily.headers).toEqual({ ...headers, 'List-Id': `Deckle daily deals <daily.${host}>` });
    expect(weekly.headers).toEqual({ ...headers, 'List-Id': `Deckle weekly deals <weekly.${host}>` });
  });

  it("differs by reader, whichever reader's email was composed before", async () => {
    const names = ['Mystery', 'Thriller', 'Romance'].map((name, index) => ({ id: index + 1, name }));
    const deals = [1, 2, 3].map((category) => short(longest(category, category)));
    const mailFor = await createEmailComposer(depsWith(names), newsletter(deals));
    const reasonAndLinks = (category_ids: number[], stores: Recipient['stores']) => {
      const { mail, link_count } = mailFor({ ...READER, category_ids, stores })!;
      return [/you chose (.+) on Deckle/.exec(mail.text)![1], link_count];
    };
    expect(reasonAndLinks([1, 2], [])).toEqual(['Mystery and Thriller', 10]);
    expect(reasonAndLinks([1, 3], ['kobo'])).toEqual(['Mystery and Romance', 2]);
    expect(reasonAndLinks([1, 2], ['kobo', 'amazon'])).toEqual(['Mystery and Thriller', 4]);
    expect(reasonAndLinks([1, 3], [])).toEqual(['Mystery and Romance', 10]);
  });

  it('of a weekly newsletter names the genres even after one to a reader who chose other emails since', async () => {
    const mailFor = await createEmailComposer(
      depsWith([{ id: 1, name: 'Mystery' }]),
      newsletter([longest(1, 1)], 'weekly'),
    );
    const textFor = (list_only: boolean) => mailFor({ ...READER, category_ids: [1], list_only })!.mail.text;
    expect(textFor(true)).not.toContain('you chose Mystery');
    expect(textFor(false)).toContain('you chose Mystery');
  });

  it('is absent when nothing matches', async () => {
    expect(await compose([longest(1, 1)], 'daily', { category_ids: [2] })).toBeNull();
    expect(await compose([longest(1, 1)], 'daily', { free_only: true })).toBeNull();
    expect(await compose([])).toBeNull();
  });
});
