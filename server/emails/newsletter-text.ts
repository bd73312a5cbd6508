/** Plain-text newsletter with every deal and its links, composed rather than converted from HTML. */
import { STORE_NAMES } from '#shared/business.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import type { NewsletterDeal, NewsletterProps } from './templates.ts';
import { oneLine } from './wording.ts';

export function newsletterText({ sections, ...props }: NewsletterProps, priceNote: string) {
  const { before, after } = frameText(props, priceNote);
  return before + sections.map(sectionText).join('') + after;
}

export const frameText = (props: Omit<NewsletterProps, 'sections'>, priceNote: string) => ({
  before: `DECKLE\nEbook deals for ${formatDate(props.newsletter_date)}\n${props.site_url}\n\n`,
  after: [
    `-- \n${priceNote}\n\n${props.because}`,
    `Change or pause your emails: ${props.preferences_url}\nUnsubscribe: ${props.unsubscribe_url}`,
    props.postal_address,
  ].join('\n\n'),
});

const sectionText = ({ category_name, deals }: NewsletterProps['sections'][number]) =>
  headingText(category_name) + deals.map(dealText).join('');

export const headingText = (category_name: string) =>
  `${category_name.toUpperCase()}\n${'='.repeat(category_name.length)}\n\n`;

export function dealText(deal: NewsletterDeal) {
  const lines = [
    oneLine(deal.title) + (deal.author_name ? `, by ${oneLine(deal.author_name)}` : ''),
    priceText(deal) + (deal.is_top ? ' * Featured today' : ''),
    ...(deal.blurb ? [oneLine(deal.blurb)] : []),
    ...deal.stores.map(({ store, url }) => `${STORE_NAMES[store]}: ${url}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

const priceText = ({ sale_price_cents, current_price_cents }: NewsletterDeal) =>
  current_price_cents > sale_price_cents
    ? `${formatDealPrice(sale_price_cents)} (was ${formatCents(current_price_cents)})`
    : formatDealPrice(sale_price_cents);
