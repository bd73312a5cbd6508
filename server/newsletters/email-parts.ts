/**
 * Parts that a newsletter's emails are assembled from: a frame, headings, and the entries of deals, which depend on the
 * reader's stores and list. Each is rendered with placeholders for the reader's own values, and cached.
 */

import type { Newsletter } from '#prisma';
import { honeypotToken, linkToken } from '#server/clicks/token.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { Rendered } from '#server/platform/mail.ts';
import { memoize, memoizeByObject } from '#server/platform/memoize.ts';
import { operatorLine } from '#server/platform/operator.ts';
import { archivedPath } from '#shared/archived-path.ts';
import { toIsoDate } from '#shared/dates.ts';
import { listPaths } from '#shared/reader-list.ts';
import { dealKey, type FrozenDeal, LIST_HEADING, type Section, type Sizes } from './assemble.ts';
import type { Part } from './mime.ts';

/** A section as parts. The heading is `first` in the email's first section, otherwise `later`. */
export type SectionParts = {
  first: Part;
  later: Part;
  entries: readonly Part[];
  /** Newsletters that the section's links are attributed to. */
  newsletterIds: readonly number[];
  link_count: number;
};

type EmailParts = {
  placeholders: readonly string[];
  sizes: Sizes;
  /** Bytes of HTML around the sections. */
  frameBytes: number;
  /**
   * Both parts of the frame have a hidden link per newsletter, because each newsletter's clicks are classified
   * separately.
   */
  before(newsletterIds: readonly number[]): Part;
  after(newsletterIds: readonly number[]): Part;
  partsOfSection(section: Section): SectionParts;
};

/**
 * Placeholders for the reader's values. If user text contained one, it would be replaced, too, but that discloses
 * nothing: the values are the reader's own. Only the uuid's placeholder is as long as its replacement.
 */
export const PLACEHOLDERS = {
  uuid: '~~reader'.padEnd(36, '~'),
  reason: '~~because~~',
  subject: '~~subject~~',
  preheader: '~~preheader~~',
};
/** Maximum number of cached entries with a reason. */
const MAX_LISTED_ENTRIES = 500;
const keyPlaceholder = (newsletter_id: number) => `~~key-${newsletter_id}`.padEnd(32, '~');
const HIDDEN_LINKS = { top: '~~hidden-top~~', bottom: '~~hidden~~' };

/**
 * `newsletterIds` are the newsletters that the deals ran in. Each has a placeholder for its link key, after the other
 * placeholders and in this order.
 */
export async function renderParts(
  deps: Pick<Deps, 'config' | 'mailRenderer'>,
  newsletter: Newsletter,
  newsletterIds: readonly number[],
): Promise<EmailParts> {
  const renderer = await deps.mailRenderer();
  const frame = await renderer.renderFrame(frameProps(deps, newsletter));
  const top = hiddenLinksIn(frame.before, 'top');
  const bottom = hiddenLinksIn(frame.after, 'bottom');
  const render = (deal: FrozenDeal) => withSize(renderer.renderEntry(withLinks(deal, deps.config.appUrl)));
  // A few hundred renderings serve a million readers.
  const plainEntryOf = memoize(render, { key: dealKey });
  const listedEntryOf = memoize(render, { key: dealKey, max: MAX_LISTED_ENTRIES });
  const entryOf = (deal: FrozenDeal) => (deal.reason ? listedEntryOf : plainEntryOf)(deal);
  const { deals } = newsletter.snapshot as { deals: FrozenDeal[] };
  const categories = new Map(deals.map(({ category_name, category_id }) => [category_name, category_id]));
  const offUrl = (id = 0) => `${deps.config.appUrl}/readers/${PLACEHOLDERS.uuid}/edit?off=${id}`;
  const list_url = `${deps.config.appUrl}/readers/${PLACEHOLDERS.uuid}/edit#list`;
  const headingOf = (isFirst: boolean) =>
    memoize(
      (name: string) =>
        withSize(
          renderer.renderHeading(
            name,
            name === LIST_HEADING ? { isFirst, list_url } : { isFirst, off_url: offUrl(categories.get(name)) },
          ),
        ),
      { key: identity },
    );
  const [first, later] = [headingOf(true), headingOf(false)];
  return {
    placeholders: [...Object.values(PLACEHOLDERS), ...newsletterIds.map(keyPlaceholder)],
    sizes: {
      dealBytes: (deal) => entryOf(deal).bytes + top.bytes + bottom.bytes,
      headingBytes: (category_name) => later(category_name).bytes,
    },
    frameBytes: bytesOf(frame.before.html) + bytesOf(frame.after.html),
    before: memoize(top.partFor, { key: String }),
    after: memoize(bottom.partFor, { key: String }),
    partsOfSection: memoizeByObject(({ category_name, deals }: Section) => ({
      first: first(category_name),
      later: later(category_name),
      entries: deals.map(entryOf),
      newsletterIds: [...new Set(deals.map(({ newsletter_id }) => newsletter_id))],
      link_count: deals.reduce((links, { stores }) => links + stores.length, 0),
    })),
  };
}

const editionOf = ({ kind, newsletter_date }: Newsletter) => ({ kind, newsletter_date: toIsoDate(newsletter_date) });

const frameProps = ({ config }: Pick<Deps, 'config'>, newsletter: Newsletter) => ({
  ...editionOf(newsletter),
  web_url: config.appUrl + archivedPath(editionOf(newsletter)),
  subject: PLACEHOLDERS.subject,
  preheader: PLACEHOLDERS.preheader,
  preferences_url: `${config.appUrl}/readers/${PLACEHOLDERS.uuid}/edit`,
  unsubscribe_url: `${config.appUrl}/readers/${PLACEHOLDERS.uuid}/edit?unsubscribe=1#unsubscribe`,
  hidden_top_url: `${config.appUrl}/${HIDDEN_LINKS.top}`,
  hidden_bottom_url: `${config.appUrl}/${HIDDEN_LINKS.bottom}`,
  site_url: config.appUrl,
  postal_address: operatorLine(config.operator),
  reason: PLACEHOLDERS.reason,
});

function hiddenLinksIn(part: Rendered, place: keyof typeof HIDDEN_LINKS) {
  const placeholder = HIDDEN_LINKS[place];
  const [link] = new RegExp(`<a href="[^"]*${placeholder}"[^>]*>[\\s\\S]*?</a>`).exec(part.html)!;
  const linkOf = (newsletter_id: number) =>
    link.replace(placeholder, () => honeypotToken(keyPlaceholder(newsletter_id), place));
  return {
    /** The part with a hidden link for each of these newsletters. */
    partFor: (newsletterIds: readonly number[]) =>
      withSize({ ...part, html: part.html.replace(link, () => newsletterIds.map(linkOf).join('')) }),
    bytes: bytesOf(linkOf(0)),
  };
}

const withLinks = (deal: FrozenDeal, appUrl: string) => ({
  ...deal,
  ...(deal.author_id &&
    !deal.is_followed && {
      follow_url: appUrl + listPaths.add(PLACEHOLDERS.uuid, { kind: 'author', id: deal.author_id }),
    }),
  stores: deal.stores.map((store) => ({
    store,
    url: `${appUrl}/${linkToken(keyPlaceholder(deal.newsletter_id), deal.promotion_id, store)}`,
  })),
});

const identity = (name: string) => name;
const withSize = (part: Rendered): Part & { bytes: number } => ({ ...part, encoded: null, bytes: bytesOf(part.html) });
const bytesOf = (text: string) => Buffer.byteLength(text);
