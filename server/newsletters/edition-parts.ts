/**
 * Parts that a newsletter's emails are assembled from: a frame, headings, and one entry per deal and set of stores.
 * Each is rendered once, with slots for the reader's own values.
 */
import type { Newsletter } from '#prisma';
import { honeypotToken, linkToken } from '#server/clicks/token.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { Rendered } from '#server/platform/mail.ts';
import { memoize, memoizeByObject } from '#server/platform/memoize.ts';
import { dateText } from '#shared/dates.ts';
import { type EditionDeal, type Section, type Sizes, shownName } from './assemble.ts';
import type { Part } from './mime.ts';

/** A section as parts. An email's first heading looks different. */
export type SectionParts = {
  first: Part;
  later: Part;
  entries: readonly Part[];
  /** Newsletters that its links are attributed to. */
  editions: readonly number[];
  link_count: number;
};

type EditionParts = {
  slots: readonly string[];
  sizes: Sizes;
  /** Bytes of HTML around the sections. */
  frameBytes: number;
  /** Both parts of the frame have a hidden link per newsletter, because each newsletter's clicks are classified separately. */
  before(editions: readonly number[]): Part;
  after(editions: readonly number[]): Part;
  partsOfSection(section: Section): SectionParts;
};

/**
 * Placeholders for the reader's values; user text never looks like them. Each is as long as its replacement, except the
 * last.
 */
export const SLOT = { uuid: '~~reader'.padEnd(36, '~'), because: '~~because~~' };
const keySlot = (newsletter_id: number) => `~~key-${newsletter_id}`.padEnd(32, '~');
const TRAPS = { top: '~~trap-top~~', bottom: '~~trap~~' };

/**
 * `editions` are the newsletters that its deals ran in; each has a slot for its link key, after the two other slots and
 * in this order.
 */
export async function renderParts(
  deps: Pick<Deps, 'config' | 'mailRenderer'>,
  newsletter: Newsletter,
  editions: readonly number[],
): Promise<EditionParts> {
  const renderer = await deps.mailRenderer();
  const frame = await renderer.renderFrame(frameProps(deps, newsletter));
  const top = trapsIn(frame.before, 'top');
  const bottom = trapsIn(frame.after, 'bottom');
  // A few hundred renderings serve a million readers.
  const entryOf = memoize((deal: EditionDeal) => sized(renderer.renderEntry(linked(deal, deps.config.appUrl))), {
    key: shownName,
  });
  const headingOf = (isFirst: boolean) =>
    memoize((category_name: string) => sized(renderer.renderHeading(category_name, isFirst)), { key: itself });
  const [first, later] = [headingOf(true), headingOf(false)];
  return {
    slots: [SLOT.uuid, SLOT.because, ...editions.map(keySlot)],
    sizes: {
      dealBytes: (deal) => entryOf(deal).bytes + top.bytes + bottom.bytes,
      headingBytes: (category_name) => later(category_name).bytes,
    },
    frameBytes: bytesOf(frame.before.html) + bytesOf(frame.after.html),
    before: memoize(top.set, { key: String }),
    after: memoize(bottom.set, { key: String }),
    partsOfSection: memoizeByObject(({ category_name, deals }: Section) => ({
      first: first(category_name),
      later: later(category_name),
      entries: deals.map(entryOf),
      editions: [...new Set(deals.map(({ newsletter_id }) => newsletter_id))],
      link_count: deals.reduce((links, { stores }) => links + stores.length, 0),
    })),
  };
}

const frameProps = ({ config }: Pick<Deps, 'config'>, newsletter: Newsletter) => ({
  newsletter_date: dateText(newsletter.newsletter_date),
  subject: newsletter.subject,
  preheader: newsletter.preheader,
  preferences_url: `${config.appUrl}/readers/${SLOT.uuid}/edit`,
  unsubscribe_url: `${config.appUrl}/readers/${SLOT.uuid}/edit?unsubscribe=1#unsubscribe`,
  hidden_top_url: `${config.appUrl}/${TRAPS.top}`,
  honeypot_url: `${config.appUrl}/${TRAPS.bottom}`,
  site_url: config.appUrl,
  postal_address: config.POSTAL_ADDRESS,
  because: SLOT.because,
});

function trapsIn(part: Rendered, place: keyof typeof TRAPS) {
  const slot = TRAPS[place];
  const [trap] = new RegExp(`<a href="[^"]*${slot}"[^>]*>[\\s\\S]*?</a>`).exec(part.html)!;
  const trapOf = (newsletter_id: number) => trap.replace(slot, () => honeypotToken(keySlot(newsletter_id), place));
  return {
    /** A hidden link per newsletter. */
    set: (editions: readonly number[]) =>
      sized({ ...part, html: part.html.replace(trap, () => editions.map(trapOf).join('')) }),
    bytes: bytesOf(trapOf(0)),
  };
}

const linked = (deal: EditionDeal, appUrl: string) => ({
  ...deal,
  stores: deal.stores.map((store) => ({
    store,
    url: `${appUrl}/${linkToken(keySlot(deal.newsletter_id), deal.promotion_id, store)}`,
  })),
});

const itself = (name: string) => name;
const sized = (part: Rendered): Part & { bytes: number } => ({ ...part, cuts: null, bytes: bytesOf(part.html) });
const bytesOf = (text: string) => Buffer.byteLength(text);
