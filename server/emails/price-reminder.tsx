import { STORE_NAMES, type Store } from '#shared/business.ts';
import { formatDealPrice } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, formatList, oneClickHeaders, priceWord } from './wording.ts';

type Props = EmailProps['price_reminder'];

export const subject = ({ book_title, sale_price_cents, days_left }: Props) =>
  fitSubject(book_title, (title) => `${capitalize(inDays(days_left))}: set ${title} to ${priceWord(sale_price_cents)}`);

export const headers = ({ unsubscribe_url }: Props) => oneClickHeaders('reminder', unsubscribe_url);

export const Email = ({
  site,
  sale_price_cents,
  days_left,
  high_stores = [],
  unknown_stores = [],
  unsubscribe_url,
  ...facts
}: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={`Your promotion runs ${inDays(days_left)}`}
    preheader={`Make sure your book is ${priceWord(sale_price_cents)} in every store before the newsletter goes out.`}
    reason="You’re receiving this reminder because you have an approved promotion on Deckle."
    unsubscribe_url={unsubscribe_url}
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      Your book is in the newsletter {inDays(days_left)}. It must be {priceWord(sale_price_cents)} in every store you
      linked by 10:00 AM Pacific Time that day.
    </Paragraph>
    {high_stores.length > 0 && (
      <Paragraph>When we last looked, it cost more at {namesOf(high_stores)}. Please lower it there.</Paragraph>
    )}
    {unknown_stores.length > 0 && (
      <Paragraph>
        We don’t have a price from {namesOf(unknown_stores)} yet. Set it there, then confirm it on the promotion’s page.
      </Paragraph>
    )}
    <Facts {...facts} more={[['Deal price', formatDealPrice(sale_price_cents)]]} />
    <Paragraph>
      {days_left > 1
        ? 'Stores don’t show a new price right away, so today is a good day to set it.'
        : 'If the new price won’t be live in time, move the promotion to a later date. That’s free until the newsletter closes.'}
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);

const namesOf = (stores: readonly Store[]) => formatList(stores.map((store) => STORE_NAMES[store]));

function inDays(days: number) {
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
