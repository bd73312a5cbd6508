/** One edition, rendered once and cut at its personal slots: a reader's mail is joined strings and one HMAC. */

import type { Newsletter } from '#prisma';
import { honeypotToken, linkToken, mailKey } from '#server/clicks/token.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { OutgoingMail, Rendered } from '#server/platform/mail.ts';
import { unsubscribeToken } from '#server/readers/service.ts';
import { STORES } from '#shared/business.ts';
import { dateText } from '#shared/dates.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';
import { assembleFor, type EditionDeal, MOST_DEALS, type ReaderChoice } from './assemble.ts';

export type Recipient = ReaderChoice & {
  reader_id: number;
  uuid: string;
  email: string;
  message_id: string;
};

/** `link_count` is what a burst of clicks is measured against. */
export type ComposedMail = { mail: OutgoingMail; link_count: number; deals_count: number };

/** Gmail cuts off what is longer than 102 kB; a little air for what relays add. */
const MAX_BYTES = 100_000;

/** Stand where the reader's own words come; nothing a person writes looks like them. As long as what replaces them, but for the last. */
const SLOT = { uuid: '~~reader'.padEnd(36, '~'), because: '~~because~~' };
const keySlot = (newsletter_id: number) => `~~key-${newsletter_id}`.padEnd(32, '~');
const ANY_SLOT = /~~(?:reader|because|key-\d+)~+/g;
const TRAP = '~~trap~~';

/** Answers how to write a reader's mail; null when nothing fits any more. */
export async function compileEdition(
  deps: Deps,
  newsletter: Newsletter,
): Promise<(recipient: Recipient) => ComposedMail | null> {
  const renderer = await deps.mailRenderer();
  const { deals } = newsletter.snapshot as { deals: EditionDeal[] };
  const { appUrl, appSecret } = deps.config;
  const frame = withTraps(await renderer.renderFrame(frameProps(deps, newsletter)));
  const dealsFor = byCategory(deals);
  const entryOf = kept(entryName, (deal: EditionDeal) => sized(renderer.renderEntry(linked(deal, appUrl))));
  const headingOf = kept(itself, (name: string) => sized(renderer.renderHeading(name, false)));
  const firstHeadingOf = kept(itself, (name: string) => sized(renderer.renderHeading(name, true)));
  const { mimeEdition } = await import('./mime.ts');
  const rawMail = mimeEdition({ from: deps.config.MAIL_FROM, subject: newsletter.subject, slot: ANY_SLOT });
  const headersFor = listHeaders(deps, newsletter.kind);
  const categories = await deps.db.category.findMany({
    select: { id: true, name: true },
    orderBy: { position: 'asc' },
  });
  const becauseFor = becauseOf(newsletter.kind, categories);
  const roomBeside = (because: string) => ({
    deals: MOST_DEALS[newsletter.kind],
    bytes: MAX_BYTES - frame.bytes - bytesOf(escapeHtml(because)),
    dealBytes: (deal: EditionDeal) => entryOf(deal).bytes + frame.trapBytes,
    headingBytes: (category_name: string) => headingOf(category_name).bytes,
  });

  return (recipient) => {
    const because = becauseFor(recipient);
    const sections = assembleFor(recipient, dealsFor(recipient), roomBeside(because));
    if (!sections.length) return null;
    const shown = sections.flatMap((section) => section.deals);
    const editions = [...new Set(shown.map(({ newsletter_id }) => newsletter_id))];
    const parts = [
      frame.before,
      ...sections.flatMap(({ category_name, deals }, index) => [
        index === 0 ? firstHeadingOf(category_name) : headingOf(category_name),
        ...deals.map(entryOf),
      ]),
      frame.after(editions),
    ];
    const slots = new Map([
      ...editions.map((id) => [keySlot(id), mailKey(appSecret, { ...recipient, newsletter_id: id })] as const),
      [SLOT.uuid, recipient.uuid],
      [SLOT.because, because],
    ]);
    const filled = (format: 'html' | 'text') => fill(parts.map((part) => part[format]).join(''), slots, format);
    const headers = headersFor(unsubscribeToken(appSecret, recipient.reader_id));
    const { email: to, message_id: messageId } = recipient;
    return {
      mail: {
        to,
        subject: newsletter.subject,
        // Made when they are asked for: a transport takes either these or the raw message.
        get html() {
          return filled('html');
        },
        get text() {
          return filled('text');
        },
        messageId,
        headers,
        raw: (how) => {
          const wordsIn = (slot: string, format: 'html' | 'text') => wordsFor(slots, slot, format);
          return rawMail({ to, messageId, date: deps.now(), headers, parts, wordsFor: wordsIn }, how);
        },
      },
      link_count: shown.reduce((links, { stores }) => links + stores.length, 0),
      deals_count: shown.length,
    };
  };
}

const frameProps = ({ config }: Deps, newsletter: Newsletter) => ({
  newsletter_date: dateText(newsletter.newsletter_date),
  subject: newsletter.subject,
  preheader: newsletter.preheader,
  preferences_url: `${config.appUrl}/readers/${SLOT.uuid}/edit`,
  unsubscribe_url: `${config.appUrl}/readers/${SLOT.uuid}/edit?unsubscribe=1#unsubscribe`,
  honeypot_url: `${config.appUrl}/${TRAP}`,
  site_url: config.appUrl,
  postal_address: config.POSTAL_ADDRESS,
  because: SLOT.because,
});

/** A honeypot per edition that the mail's links belong to, since each edition's clicks are judged by themselves. */
function withTraps({ before, after }: { before: Rendered; after: Rendered }) {
  const [trap] = /<a href="[^"]*~~trap~~"[^>]*>[\s\S]*?<\/a>/.exec(after.html)!;
  const trapOf = (newsletter_id: number) => trap.replace(TRAP, () => honeypotToken(keySlot(newsletter_id)));
  const withTrapsOf = (editions: readonly number[]): Rendered => ({
    ...after,
    html: after.html.replace(trap, () => editions.map(trapOf).join('')),
  });
  return {
    before,
    after: kept((editions: readonly number[]) => editions.join(), withTrapsOf),
    bytes: bytesOf(before.html) + bytesOf(after.html),
    trapBytes: bytesOf(trapOf(0)),
  };
}

/** A reader's categories hold a tenth of the deals; looking through all of them would take longer than all the rest. */
function byCategory(deals: readonly EditionDeal[]) {
  const kinds = Map.groupBy(deals, ({ category_id }) => category_id);
  return ({ category_ids }: ReaderChoice) => [...new Set(category_ids)].flatMap((id) => kinds.get(id) ?? []);
}

/** An entry depends on the deal and the stores shown, so a few hundred renderings serve a million readers. */
const entryName = ({ promotion_id, stores }: EditionDeal) =>
  stores.reduce((name, store) => name + 2 ** STORES.indexOf(store), promotion_id * 2 ** STORES.length);

const linked = (deal: EditionDeal, appUrl: string) => ({
  ...deal,
  stores: deal.stores.map((store) => ({
    store,
    url: `${appUrl}/${linkToken(keySlot(deal.newsletter_id), deal.promotion_id, store)}`,
  })),
});

/** Makes each once, by its name. */
function kept<In, Out>(nameOf: (input: In) => string | number, make: (input: In) => Out) {
  const made = new Map<string | number, Out>();
  return (input: In): Out => {
    const name = nameOf(input);
    const known = made.get(name);
    if (known !== undefined) return known;
    const fresh = make(input);
    made.set(name, fresh);
    return fresh;
  };
}

const itself = (name: string) => name;
const sized = (part: Rendered) => ({ ...part, bytes: bytesOf(part.html) });

function listHeaders({ config: { appUrl, SUPPORT_EMAIL } }: Deps, kind: NewsletterKind) {
  const always = {
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `Deckle ${kind} deals <${kind}.${new URL(appUrl).hostname}>`,
  };
  return (unsubscribe: string) => ({
    'List-Unsubscribe': `<${appUrl}/api/v1/unsubscribe/${unsubscribe}>, <mailto:${SUPPORT_EMAIL}?subject=unsubscribe%20${unsubscribe}>`,
    ...always,
  });
}

/** `categories` in the order in which readers choose from them. */
const becauseOf = (kind: NewsletterKind, categories: readonly { id: number; name: string }[]) => {
  const before = `You get this ${kind === 'weekly' ? 'once a week ' : ''}because you chose`;
  return ({ category_ids }: ReaderChoice) => {
    const chosen = categories.filter(({ id }) => category_ids.includes(id)).map(({ name }) => name);
    return `${before} ${listed(chosen)} on Deckle.`;
  };
};

/** 'Mystery', 'Mystery and Romance', 'Mystery, Romance, and Thriller' */
const listed = (names: readonly string[]) =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;

function fill(text: string, slots: ReadonlyMap<string, string>, format: 'html' | 'text') {
  let filled = text;
  for (const slot of slots.keys()) filled = filled.replaceAll(slot, () => wordsFor(slots, slot, format));
  return filled;
}

/** A slot without a value, which only a title could look like, stands for itself. */
function wordsFor(slots: ReadonlyMap<string, string>, slot: string, format: 'html' | 'text') {
  const value = slots.get(slot) ?? slot;
  return format === 'html' ? escapeHtml(value) : value;
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
const bytesOf = (text: string) => Buffer.byteLength(text);
