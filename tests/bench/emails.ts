/** Benchmark d1: assembling a reader's newsletter, compared with nodemailer composing the same content from scratch. */

import { pathToFileURL } from 'node:url';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Newsletter } from '#prisma';
import type { FrozenDeal } from '#server/newsletters/assemble.ts';
import { createEmailComposer, type Recipient } from '#server/newsletters/personalize.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type MailRenderer, newMessageBuffer } from '#server/platform/mail.ts';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { operatorOf } from '#server/platform/operator.ts';
import { STORES } from '#shared/business.ts';
import { measureAlternately, type Row } from './harness.ts';

/** Number of emails per round. nodemailer is so slow that a few hundred are enough for a comparison. */
const EMAILS = { fromScratch: 300, joined: 5_000 };
/** Number of categories. An email with three or four of them has 8 to 11 deals. */
const CATEGORIES = 20;
const DEALS = 55;
const MAX_MICROSECONDS = 80;
const SECRET = 'a secret of the measures, long enough';

const deal = (promotion_id: number): FrozenDeal => ({
  promotion_id,
  newsletter_id: 7,
  category_id: 1 + (promotion_id % CATEGORIES),
  position: promotion_id,
  category_name: `Category ${promotion_id % CATEGORIES}`,
  category_position: promotion_id % CATEGORIES,
  is_adult: false,
  is_top: false,
  title: `The Remarkable Book Number ${promotion_id}`,
  author_name: 'Ann Arbour',
  blurb:
    'A harbor town, a drowned ferryman, and a ledger that nobody wants found again – until the tide brings it back.',
  cover_url: `https://deckle.example.test/media/covers/${promotion_id}.webp`,
  stores: [...STORES],
  sale_price_cents: 99,
  current_price_cents: 499,
});
const reader = (n: number): Recipient => ({
  reader_id: n,
  uuid: '6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10',
  email: `reader-${n}@example.test`,
  keys: mailKeys(SECRET, { newsletter_id: 7, id: n }),
  message_id: `<${n}@deckle.example.test>`,
  stores: [],
  free_only: false,
  max_price_cents: null,
  adult_ok: true,
  category_ids: Array.from({ length: 3 + (n % 2) }, (_, k) => 1 + ((n * 7 + k * 5) % CATEGORIES)),
});

export async function measure(): Promise<Row[]> {
  const compose = await compileTemplates();
  const buffer = newMessageBuffer();
  let n = 0;
  const microseconds = (emails: number, work: (recipient: Recipient) => unknown) => async () => {
    const before = process.cpuUsage();
    for (let count = 0; count < emails; count += 1) await work(reader(++n));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / emails;
  };
  const [fromScratch, joined] = await measureAlternately(
    microseconds(EMAILS.fromScratch, (recipient) => {
      const { mail } = compose(recipient)!;
      const { to, subject, headers, html, text } = mail;
      return new MailComposer({ from: 'Deckle <news@deckle.example.test>', to, subject, headers, html, text })
        .compile()
        .build();
    }),
    microseconds(EMAILS.joined, (recipient) => compose(recipient)!.mail.raw!({ buffer })),
  );
  const bytes = compose(reader(1))!.mail.raw!().length;
  return [
    {
      id: 'd1',
      description: `one reader’s email of ${Math.round(bytes / 1000)} kB (CPU), against nodemailer composing it`,
      control: `${Math.round(fromScratch)} µs`,
      result: `${Math.round(joined)} µs`,
      ratio: fromScratch / joined,
      goal: '≥ 3 ×, ≤ 80 µs',
      isMet: fromScratch >= 3 * joined && joined <= MAX_MICROSECONDS,
    },
  ];
}

async function compileTemplates() {
  const renderer = (await import(pathToFileURL('dist/server/emails.js').href)) as MailRenderer;
  const config = {
    appUrl: 'https://deckle.example.test',
    appSecret: SECRET,
    operator: operatorOf({}),
    MAIL_FROM: 'Deckle <news@deckle.example.test>',
  };
  const sentAt = new Date('2026-12-02T18:00:00Z');
  const categories = Array.from({ length: CATEGORIES }, (_, id) => ({ id: id + 1, name: `Category ${id}` }));
  const db = { category: { findMany: async () => categories } };
  const deps = { config, db, mailRenderer: async () => renderer, now: () => sentAt } as unknown as Deps;
  const newsletter = {
    id: 7,
    newsletter_date: new Date('2026-12-02'),
    kind: 'daily',
    subject: 'Today’s deals',
    preheader: 'Today',
  };
  const deals = Array.from({ length: DEALS }, (_, index) => deal(index + 1));
  return createEmailComposer(deps, { ...newsletter, snapshot: { deals } } as unknown as Newsletter);
}
