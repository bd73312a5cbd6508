/** Plain-text newsletter with every deal and its links. It's written separately, not converted from HTML. */
import { STORE_NAMES } from '#shared/business.ts';
import { formatDate, formatShortDay } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import type { NewsletterDeal, NewsletterProps } from './templates.ts';
import { oneLine } from './wording.ts';

export function newsletterText({ sections, ...props }: NewsletterProps, priceNote: string) {
  const { before, after } = frameText(props, priceNote);
  return before + sections.map(sectionText).join('') + after;
}

export const frameText = (props: Omit<NewsletterProps, 'sections'>, priceNote: string) => ({
  before: `DECKLE\n${headline(props)}\n${webLabel(props)}: ${props.web_url}\n\n`,
  after: [
    `-- \n${priceNote}\n\n${props.reason}`,
    `Change or pause your emails: ${props.preferences_url}\nUnsubscribe: ${props.unsubscribe_url}`,
    props.postal_address,
  ].join('\n\n'),
});

/** The page has the deals of all genres except adult ones, so a weekly reader finds more there. */
export const webLabel = ({ kind }: Pick<NewsletterProps, 'kind'>) =>
  kind === 'weekly' ? 'See all of the week’s deals on the web' : 'Read it on the web';

/** The line below the logo. */
export const headline = ({ kind, newsletter_date }: Pick<NewsletterProps, 'kind' | 'newsletter_date'>) =>
  kind === 'weekly'
    ? `The week’s best ebook deals, through ${formatDate(newsletter_date)}`
    : `Ebook deals for ${formatDate(newsletter_date)}`;

const sectionText = ({ deals, ...heading }: NewsletterProps['sections'][number]) =>
  headingText(heading) + deals.map(dealText).join('');

/** The link of a category's heading, or of the reader's list. */
export type HeadingLink = { off_url: string } | { list_url: string };

export const headingReason = (link: HeadingLink) =>
  'list_url' in link ? 'Authors and series you follow, and books you saved.' : 'You chose this genre.';

export const headingText = ({ category_name, ...link }: { category_name: string } & HeadingLink) =>
  `${category_name.toUpperCase()}\n${'='.repeat(category_name.length)}\n${headingReason(link)} ${
    'list_url' in link ? `Change your list: ${link.list_url}` : `Turn it off: ${link.off_url}`
  }\n\n`;

export function dealText(deal: NewsletterDeal) {
  const lines = [
    oneLine(deal.title) + (deal.author_name ? `, by ${oneLine(deal.author_name)}` : ''),
    ...(deal.reason ? [`* ${oneLine(deal.reason)}`] : []),
    priceText(deal) + (deal.is_top ? ' * Featured today' : ''),
    ...(deal.blurb ? [oneLine(deal.blurb)] : []),
    ...deal.stores.map(({ store, url }) => `${STORE_NAMES[store]}: ${url}`),
    ...(deal.follow_url ? [`Follow the author: ${deal.follow_url}`] : []),
  ];
  return `${lines.join('\n')}\n\n`;
}

const priceText = ({ sale_price_cents, current_price_cents, deal_ends_on }: NewsletterDeal) =>
  formatDealPrice(sale_price_cents) +
  (current_price_cents > sale_price_cents ? ` (was ${formatCents(current_price_cents)})` : '') +
  (deal_ends_on ? `, until ${formatShortDay(deal_ends_on)}` : '');
