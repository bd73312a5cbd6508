/** Composes a newsletter's emails: parts that were rendered once, joined with each reader's own values. */

import type { Newsletter } from '#prisma';
import { linkKey } from '#server/clicks/token.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { OutgoingEmail, Rendered } from '#server/platform/mail.ts';
import { listUnsubscribe, type MailKeys } from '#server/platform/mail-keys.ts';
import { memoize } from '#server/platform/memoize.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';
import { type FrozenDeal, fitToLimits, MAX_DEALS, type ReaderChoice, withList } from './assemble.ts';
import { PLACEHOLDERS, renderParts, type SectionParts } from './email-parts.ts';
import type { Part } from './mime.ts';
import { createSectionMatcher } from './section-matcher.ts';

export type Recipient = ReaderChoice & {
  reader_id: number;
  uuid: string;
  email: string;
  message_id: string;
  /** Keys of this newsletter's email to them. */
  keys: MailKeys;
};

/** `link_count` is the basis for detecting bursts of clicks. */
export type ComposedEmail = { mail: OutgoingEmail; link_count: number; deals_count: number };

/** Gmail clips emails over 102 kB; this leaves some room for headers that relays add. */
const MAX_BYTES = 100_000;

/** Maximum of category sets whose text is cached. Readers tend to choose the same few. */
const MAX_CHOICES = 1_000;

/** Returns a function that composes a reader's email, or null when no deal matches. */
export async function createEmailComposer(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'mailRenderer'>,
  newsletter: Newsletter,
): Promise<(recipient: Recipient) => ComposedEmail | null> {
  const { id, kind, subject } = newsletter;
  const { deals } = newsletter.snapshot as { deals: FrozenDeal[] };
  const newsletterIds = [...new Set(deals.map(({ newsletter_id }) => newsletter_id))];
  const rendered = await renderParts(deps, newsletter, newsletterIds);
  const { createMimeWriter, plainValue, encodedValue } = await import('./mime.ts');
  const raw = createMimeWriter({ from: deps.config.MAIL_FROM, subject, placeholders: rendered.placeholders });
  const sectionsOf = createSectionMatcher(deals, rendered.sizes);
  const headersFor = listHeaders(deps, kind);
  const reasonFor = await createReasonFor(deps, kind);
  const becauseFor = memoize(
    (reader: ReaderChoice) => {
      const because = reasonFor(reader);
      return { ...because, values: encodedValue(PLACEHOLDERS.because, because) };
    },
    { key: choiceKey, max: MAX_CHOICES },
  );
  const keysFor = ({ reader_id, keys }: Recipient, shown: readonly number[]) =>
    newsletterIds.map((newsletter_id) => {
      if (newsletter_id === id) return keys.link;
      return shown.includes(newsletter_id) ? linkKey(deps.config.appSecret, { newsletter_id, reader_id }) : '';
    });

  return (recipient) => {
    const because = becauseFor(recipient);
    const room = { deals: MAX_DEALS[kind], bytes: MAX_BYTES - rendered.frameBytes - Buffer.byteLength(because.html) };
    const own = sectionsOf(recipient);
    const all = recipient.list ? withList(recipient, { sections: own, deals, sizes: rendered.sizes }) : own;
    const sections = fitToLimits(all, { ...rendered.sizes, ...room }).map(rendered.partsOfSection);
    if (!sections.length) return null;
    const shown = newsletterIdsIn(sections);
    const parts = [rendered.before(shown), ...partsOf(sections), rendered.after(shown)];
    const { uuid, email: to, message_id: messageId } = recipient;
    const keys = keysFor(recipient, shown);
    const headers = headersFor(recipient.keys.unsubscribe);
    const writeFormat = (format: keyof Rendered) =>
      fillPlaceholders(parts, format, rendered.placeholders, [uuid, because[format], ...keys]);
    return {
      mail: {
        ...{ to, subject, messageId, headers },
        // Built on demand: a transport uses either these or the raw message.
        get html() {
          return writeFormat('html');
        },
        get text() {
          return writeFormat('text');
        },
        raw: (how) => {
          const values = [plainValue(uuid), because.values, ...keys.map(plainValue)];
          return raw({ to, messageId, date: deps.now(), headers, parts, values }, how);
        },
      },
      link_count: sections.reduce((links, { link_count }) => links + link_count, 0),
      deals_count: sections.reduce((count, { entries }) => count + entries.length, 0),
    };
  };
}

function newsletterIdsIn(sections: readonly SectionParts[]): readonly number[] {
  const shown: number[] = [];
  for (const { newsletterIds } of sections) for (const id of newsletterIds) if (!shown.includes(id)) shown.push(id);
  return shown;
}

const partsOf = (sections: readonly SectionParts[]): Part[] =>
  sections.flatMap(({ first, later, entries }, index) => [index ? later : first, ...entries]);

const fillPlaceholders = (
  parts: readonly Part[],
  format: keyof Rendered,
  placeholders: readonly string[],
  values: readonly string[],
) =>
  placeholders.reduce(
    (text, placeholder, index) => text.replaceAll(placeholder, () => values[index]!),
    parts.map((part) => part[format]).join(''),
  );

function listHeaders({ config }: Pick<Deps, 'config'>, kind: NewsletterKind) {
  const always = {
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `Deckle ${kind} deals <${kind}.${new URL(config.appUrl).hostname}>`,
  };
  return (unsubscribe: string) => ({ 'List-Unsubscribe': listUnsubscribe(config, unsubscribe), ...always });
}

/** The reason a reader gets the email, with categories in the order of the sign-up form. */
async function createReasonFor({ db }: Pick<Deps, 'db'>, kind: NewsletterKind) {
  const categories = await db.category.findMany({ select: { id: true, name: true }, orderBy: { position: 'asc' } });
  const before = `You’re receiving this newsletter ${kind === 'weekly' ? 'once a week ' : ''}because you chose`;
  return ({ category_ids }: ReaderChoice): Rendered => {
    const chosen = categories.filter(({ id }) => category_ids.includes(id)).map(({ name }) => name);
    const text = `${before} ${joinNames(chosen)} on Deckle.`;
    return { text, html: escapeHtml(text) };
  };
}

const choiceKey = ({ category_ids }: ReaderChoice) => category_ids.join();

/** 'Mystery', 'Mystery and Romance', 'Mystery, Romance, and Thriller' */
const joinNames = (names: readonly string[]) =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
