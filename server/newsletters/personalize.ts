/**
 * Composes a newsletter's emails: parts that were rendered once, joined with each reader's own values. See
 * docs/decisions/0032-newsletters-from-rendered-parts.md.
 */

import type { Newsletter } from '#prisma';
import { linkKey } from '#server/clicks/token.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { OutgoingEmail, Rendered } from '#server/platform/mail.ts';
import { listUnsubscribeHeader, type MailKeys } from '#server/platform/mail-keys.ts';
import { memoize } from '#server/platform/memoize.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';
import {
  type FrozenDeal,
  fitToLimits,
  MAX_DEALS,
  preheaderOf,
  type ReaderChoice,
  type Section,
  subjectOf,
  withList,
} from './assemble.ts';
import { PLACEHOLDERS, renderParts, type SectionParts } from './email-parts.ts';
import type { Part } from './mime.ts';
import type { EncodedValue } from './mime-writer.ts';
import { createSectionMatcher } from './section-matcher.ts';

export type Recipient = ReaderChoice & {
  reader_id: number;
  uuid: string;
  email: string;
  message_id: string;
  /** Keys of the newsletter's email to this reader. */
  keys: MailKeys;
};

/** `link_count` is the number of links to stores; the delivery's row stores it. */
export type ComposedEmail = { mail: OutgoingEmail; preheader: string; link_count: number; deals_count: number };

/** Gmail clips emails over 102 kB; this leaves some room for headers that relays add. */
const MAX_BYTES = 100_000;

/** Room for the subject and the preheader. */
const MAX_INBOX_TEXT_BYTES = 1_500;

/**
 * Maximum number of cached reasons, subjects, and preheader texts. Readers tend to choose the same few sets of
 * categories.
 */
const MAX_CACHED_TEXTS = 1_000;

type ComposerDeps = Pick<Deps, 'db' | 'now' | 'config' | 'mailRenderer'>;
type Composer = (recipient: Recipient) => ComposedEmail | null;

/** Subject and preheader of list-only emails. Those that staff wrote may name books that these readers don't get. */
const LIST_ONLY = {
  subject: 'On sale today: books on your list',
  preheader: 'You asked us to email you on days when there’s a deal from your list.',
};

/** Returns a function that composes a reader's email, and returns null when no deal matches. */
export async function createEmailComposer(deps: ComposerDeps, newsletter: Newsletter): Promise<Composer> {
  const compose = await createComposer(deps, newsletter);
  if (newsletter.kind === 'weekly') return compose;
  const composeListOnly = await createComposer(deps, { ...newsletter, ...LIST_ONLY });
  return (recipient) =>
    recipient.list_only ? composeListOnly({ ...recipient, category_ids: [] }) : compose(recipient);
}

async function createComposer(deps: ComposerDeps, newsletter: Newsletter): Promise<Composer> {
  const { id, kind } = newsletter;
  const { deals } = newsletter.snapshot as { deals: FrozenDeal[] };
  const newsletterIds = [...new Set(deals.map(({ newsletter_id }) => newsletter_id))];
  const rendered = await renderParts(deps, newsletter, newsletterIds);
  const { createMimeWriter, unencodedValue, encodedValue } = await import('./mime.ts');
  const writeRaw = createMimeWriter({ from: deps.config.MAIL_FROM, placeholders: rendered.placeholders });
  const sectionsOf = createSectionMatcher(deals, rendered.sizes);
  const headersFor = createUnsubscribeHeaders(deps, kind);
  const reasonFor = await createReasonFor(deps, kind);
  const cachedReasonFor = memoize(
    (reader: ReaderChoice) => {
      const reason = reasonFor(reader);
      return { ...reason, values: encodedValue(PLACEHOLDERS.reason, reason) };
    },
    { key: choiceKey, max: MAX_CACHED_TEXTS },
  );
  const inboxTextsOf = createInboxTexts(newsletter);
  const [subjectValue, preheaderValue] = [PLACEHOLDERS.subject, PLACEHOLDERS.preheader].map((placeholder) =>
    memoize((text: string) => encodedValue(placeholder, { html: escapeHtml(text), text }), {
      key: String,
      max: MAX_CACHED_TEXTS,
    }),
  ) as [(text: string) => EncodedValue, (text: string) => EncodedValue];
  const keysFor = ({ reader_id, keys }: Recipient, shownIds: readonly number[]) =>
    newsletterIds.map((newsletter_id) => {
      if (newsletter_id === id) return keys.link;
      return shownIds.includes(newsletter_id) ? linkKey(deps.config.appSecret, { newsletter_id, reader_id }) : '';
    });

  return (recipient) => {
    const reason = cachedReasonFor(recipient);
    const limits = {
      deals: MAX_DEALS[kind],
      bytes: MAX_BYTES - rendered.frameBytes - MAX_INBOX_TEXT_BYTES - Buffer.byteLength(reason.html),
    };
    const genreSections = sectionsOf(recipient);
    const all = recipient.list
      ? withList(recipient, { sections: genreSections, deals, sizes: rendered.sizes })
      : genreSections;
    const fitting = fitToLimits(all, { ...rendered.sizes, ...limits });
    if (!fitting.length) return null;
    const { subject, preheader } = inboxTextsOf(fitting);
    const sections = fitting.map(rendered.partsOfSection);
    const shownIds = newsletterIdsIn(sections);
    const parts = [rendered.before(shownIds), ...partsOf(sections), rendered.after(shownIds)];
    const { uuid, email: to, message_id: messageId } = recipient;
    const keys = keysFor(recipient, shownIds);
    const headers = headersFor(recipient.keys.unsubscribe);
    const writeFormat = (format: keyof Rendered) =>
      fillPlaceholders(parts, format, rendered.placeholders, [
        ...[uuid, reason[format]],
        ...[subject, preheader].map((text) => (format === 'html' ? escapeHtml(text) : text)),
        ...keys,
      ]);
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
          const values = [
            ...[unencodedValue(uuid), reason.values, subjectValue(subject), preheaderValue(preheader)],
            ...keys.map(unencodedValue),
          ];
          return writeRaw({ to, subject, messageId, date: deps.now(), headers, parts, values }, how);
        },
      },
      preheader,
      link_count: sections.reduce((links, { link_count }) => links + link_count, 0),
      deals_count: sections.reduce((count, { entries }) => count + entries.length, 0),
    };
  };
}

/**
 * The subject and the preheader for a reader: about the deals that they get, unless staff wrote another text.
 */
function createInboxTexts({ kind, subject, preheader, snapshot }: Newsletter) {
  const { deals } = snapshot as { deals: FrozenDeal[] };
  const isSubjectGenerated = subject === subjectOf(kind, deals);
  const isPreheaderGenerated = preheader === preheaderOf(kind, deals);
  return (sections: readonly Section[]) => {
    const readerDeals = isSubjectGenerated || isPreheaderGenerated ? sections.flatMap((section) => section.deals) : [];
    return {
      subject: isSubjectGenerated ? subjectOf(kind, readerDeals) : subject,
      preheader: isPreheaderGenerated ? preheaderOf(kind, readerDeals) : preheader,
    };
  };
}

function newsletterIdsIn(sections: readonly SectionParts[]): readonly number[] {
  const ids: number[] = [];
  for (const { newsletterIds } of sections) for (const id of newsletterIds) if (!ids.includes(id)) ids.push(id);
  return ids;
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

/** Returns a function that builds an email's list headers from its reader's unsubscribe key. */
export function createUnsubscribeHeaders({ config }: Pick<Deps, 'config'>, kind: NewsletterKind) {
  const always = {
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `Deckle ${kind} deals <${kind}.${new URL(config.appUrl).hostname}>`,
    'Auto-Submitted': 'auto-generated',
  };
  return (unsubscribe: string) => ({ 'List-Unsubscribe': listUnsubscribeHeader(config, unsubscribe), ...always });
}

const LIST_ONLY_REASON =
  'You’re receiving this email because you asked Deckle to email you on days when there’s a deal from your list.';

/** The reason a reader gets the email, with categories in the order of the sign-up form. */
async function createReasonFor({ db }: Pick<Deps, 'db'>, kind: NewsletterKind) {
  const categories = await db.category.findMany({ select: { id: true, name: true }, orderBy: { position: 'asc' } });
  const opening = `You’re receiving this newsletter ${kind === 'weekly' ? 'once a week ' : ''}because you chose`;
  return ({ category_ids, list_only }: ReaderChoice): Rendered => {
    if (list_only) return { text: LIST_ONLY_REASON, html: LIST_ONLY_REASON };
    const chosen = categories.filter(({ id }) => category_ids.includes(id)).map(({ name }) => name);
    const text = `${opening} ${joinNames(chosen)} on Deckle.`;
    return { text, html: escapeHtml(text) };
  };
}

const choiceKey = ({ category_ids, list_only = false }: ReaderChoice) => `${list_only} ${category_ids.join()}`;

/** 'Mystery', 'Mystery and Romance', 'Mystery, Romance, and Thriller' */
const joinNames = (names: readonly string[]) =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
