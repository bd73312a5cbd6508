import { CLICK_WINDOW_HOURS } from '#shared/business.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Bullets, Facts, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject, priceWord } from './wording.ts';

type Props = MailProps['promotion_approved'];

export const subject = ({ book_title, date }: Props) =>
  fitSubject(book_title, (title) => `Approved: ${title} on ${formatDate(date)}`);

export const Mail = ({ site, sale_price_cents, max_cost_cents, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your promotion is approved"
    preheader={`It runs on ${formatDate(facts.date)}. Next, set the deal price in every store.`}
    because="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>Good news: our editors approved your promotion, and its slot in the newsletter is yours.</Paragraph>
    <Facts
      {...facts}
      more={[
        ['Deal price', formatDealPrice(sale_price_cents)],
        ['Maximum cost', formatCents(max_cost_cents)],
      ]}
    />
    <Paragraph>What happens next:</Paragraph>
    <Bullets
      items={[
        `${sale_price_cents === 0 ? 'Make the book free' : `Set the price to ${priceWord(sale_price_cents)}`} in every store you linked, by 10:00 AM Pacific Time on the day. Some stores need up to three days for that.`,
        'We’ll send the newsletter that morning.',
        `We’ll count clicks for ${CLICK_WINDOW_HOURS} hours, then charge your default card for the billable ones.`,
      ]}
    />
    <Paragraph>
      Plans changed? You can move or cancel the promotion free of charge until 10:00 AM Pacific Time on the day.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </MailLayout>
);
