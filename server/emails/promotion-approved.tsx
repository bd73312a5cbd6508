import { CLICK_WINDOW_HOURS } from '#shared/business.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatDealPrice } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Bullets, Facts, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, maximumCostText, priceWord } from './wording.ts';

type Props = EmailProps['promotion_approved'];

export const subject = ({ book_title, date }: Props) =>
  fitSubject(book_title, (title) => `Approved: ${title} on ${formatDate(date)}`);

export const Email = ({ site, sale_price_cents, max_cost_cents, most, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Your promotion is approved"
    preheader={`It runs on ${formatDate(facts.date)}. Next, set the deal price in every store.`}
    reason="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>Good news: our editors approved your promotion, and your slot in the newsletter is reserved.</Paragraph>
    <Facts
      {...facts}
      more={[
        ['Deal price', formatDealPrice(sale_price_cents)],
        ['Maximum cost', maximumCostText({ max_cost_cents, most })],
      ]}
    />
    <Paragraph>What happens next:</Paragraph>
    <Bullets
      items={[
        `${sale_price_cents === 0 ? 'Make the book free' : `Set the price to ${priceWord(sale_price_cents)}`} in every store you linked, by 10:00 AM Pacific Time that day. Stores don’t show a new price right away, so change it early.`,
        'We’ll send the newsletter right after 10:00 AM Pacific Time.',
        `We’ll count clicks for ${CLICK_WINDOW_HOURS} hours, then charge your default card for billable clicks and any add-ons.`,
      ]}
    />
    <Paragraph>
      Plans changed? You can move or cancel the promotion at no cost until the newsletter closes, normally at 10:00 AM
      Pacific Time that day.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);
