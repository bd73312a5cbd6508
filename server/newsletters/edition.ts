/** One edition, rendered once and cut at its personal slots: a reader's mail is joined strings and one HMAC. */

import type { Newsletter } from '#prisma';
import { honeypotToken, linkToken, mailKey } from '#server/clicks/token.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { MailRenderer, OutgoingMail, Rendered } from '#server/platform/mail.ts';
import { unsubscribeToken } from '#server/readers/service.ts';
import type { Store } from '#shared/business.ts';
import { dateText } from '#shared/dates.ts';
import { assembleFor, type EditionDeal, type ReaderChoice } from './assemble.ts';

export type Recipient = ReaderChoice & {
  reader_id: number;
  uuid: string;
  email: string;
  category_names: readonly string[];
  message_id: string;
};

/** Null when nothing fits any more. `link_count` is what a burst of clicks is measured against. */
export type ComposedMail = { mail: OutgoingMail; link_count: number };

/** Stand where the reader's own words come; nothing a person writes looks like them. */
const SLOT = { key: '~~mail-key~~', uuid: '~~reader~~', unsubscribe: '~~unsubscribe~~', because: '~~because~~' };

export async function compileEdition(
  deps: Deps,
  newsletter: Newsletter,
): Promise<(recipient: Recipient) => ComposedMail | null> {
  const renderer = await deps.mailRenderer();
  const { deals } = newsletter.snapshot as { deals: EditionDeal[] };
  const { appUrl, appSecret } = deps.config;
  const frame = await renderer.renderFrame(frameProps(deps, newsletter));
  const entryOf = entryCache(renderer, appUrl);

  return (recipient) => {
    const sections = assembleFor(recipient, deals);
    if (!sections.length) return null;
    const parts = sections.flatMap(({ category_name, deals }, index) => [
      renderer.renderHeading(category_name, index === 0),
      ...deals.map(entryOf),
    ]);
    const unsubscribe = unsubscribeToken(appSecret, recipient.reader_id);
    const slots = {
      [SLOT.key]: mailKey(appSecret, { newsletter_id: newsletter.id, reader_id: recipient.reader_id }),
      [SLOT.uuid]: recipient.uuid,
      [SLOT.unsubscribe]: unsubscribe,
      [SLOT.because]: `You get this because you chose ${listed(recipient.category_names)} on Deckle.`,
    };
    const filled = (format: 'html' | 'text') =>
      fill([frame.before, ...parts, frame.after].map((part) => part[format]).join(''), slots, format);
    const mail: OutgoingMail = {
      to: recipient.email,
      subject: newsletter.subject,
      html: filled('html'),
      text: filled('text'),
      messageId: recipient.message_id,
      headers: {
        'List-Unsubscribe': `<${appUrl}/api/v1/unsubscribe/${unsubscribe}>, <mailto:${deps.config.SUPPORT_EMAIL}?subject=unsubscribe%20${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': `Deckle daily deals <daily.${new URL(appUrl).hostname}>`,
      },
    };
    return {
      mail,
      link_count: sections.reduce(
        (sum, { deals }) => sum + deals.reduce((links, { stores }) => links + stores.length, 0),
        0,
      ),
    };
  };
}

const frameProps = ({ config }: Deps, newsletter: Newsletter) => ({
  newsletter_date: dateText(newsletter.newsletter_date),
  subject: newsletter.subject,
  preheader: newsletter.preheader,
  preferences_url: `${config.appUrl}/readers/${SLOT.uuid}/edit`,
  unsubscribe_url: `${config.appUrl}/readers/${SLOT.uuid}/edit?unsubscribe=1#unsubscribe`,
  honeypot_url: `${config.appUrl}/${honeypotToken(SLOT.key)}`,
  site_url: config.appUrl,
  postal_address: config.POSTAL_ADDRESS,
  because: SLOT.because,
});

/** An entry depends on the deal and the stores shown, so a few hundred renderings serve a million readers. */
function entryCache(renderer: MailRenderer, appUrl: string) {
  const kept = new Map<string, Rendered>();
  return (deal: EditionDeal) => {
    const key = `${deal.promotion_id} ${deal.stores}`;
    const entry =
      kept.get(key) ?? renderer.renderEntry({ ...deal, stores: deal.stores.map((store) => linkTo(deal, store)) });
    kept.set(key, entry);
    return entry;
  };
  function linkTo({ promotion_id }: EditionDeal, store: Store) {
    return { store, url: `${appUrl}/${linkToken(SLOT.key, promotion_id, store)}` };
  }
}

function fill(text: string, slots: Record<string, string>, format: 'html' | 'text') {
  let filled = text;
  for (const [slot, value] of Object.entries(slots))
    filled = filled.replaceAll(slot, format === 'html' ? escapeHtml(value) : value);
  return filled;
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** 'Mystery, Romance and Thriller' */
const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
