import { formatDealPrice } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject, priceWord } from './wording.ts';

type Props = MailProps['price_reminder'];

export const subject = ({ book_title, sale_price_cents, days_left }: Props) =>
  fitSubject(book_title, (title) => `${capital(inDays(days_left))}: set ${title} to ${priceWord(sale_price_cents)}`);

export const Mail = ({ site, sale_price_cents, days_left, unsubscribe_url, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title={`Your promotion runs ${inDays(days_left)}`}
    preheader={`Is the book already ${priceWord(sale_price_cents)} in every store? Readers will check ${inDays(days_left)}.`}
    because="You’re receiving this reminder because you have an approved promotion on Deckle."
    unsubscribe_url={unsubscribe_url}
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>
      Your book is in the newsletter {inDays(days_left)}. Please check each store you linked: the book has to be{' '}
      {priceWord(sale_price_cents)} there by 10:00 AM Pacific Time on the day.
    </Paragraph>
    <Facts {...facts} more={[['Deal price', formatDealPrice(sale_price_cents)]]} />
    <Paragraph>
      {days_left > 1
        ? 'Some stores take up to three days to show a new price, so today is a good day to set it.'
        : 'If a store still shows the old price and can’t change it in time, move the promotion to a later date. That’s free until the newsletter closes.'}
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </MailLayout>
);

function inDays(days: number) {
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
