import { STORE_NAMES } from '#shared/business.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatDealPrice } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, formatList, priceWord } from './wording.ts';

type Props = EmailProps['price_wrong'];

const nameOf = ({ store }: Props['prices'][number]) => STORE_NAMES[store];

export const subject = ({ book_title, prices }: Props) =>
  fitSubject(book_title, (title) => `The price of ${title} at ${formatList(prices.map(nameOf))} is too high`);

export const Email = ({ site, sale_price_cents, prices, unknown_stores, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Your deal price isn’t live yet"
    preheader={`Readers will see ${priceWord(sale_price_cents)} in the newsletter of ${formatDate(facts.date)}.`}
    because="You’re receiving this email because you have an approved promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      The newsletter of {formatDate(facts.date)} says that your book is {priceWord(sale_price_cents)}. When we last
      looked, it cost more at{' '}
      {formatList(prices.map((price) => `${nameOf(price)} (${formatDealPrice(price.price_cents)})`))}. Please lower it
      there, or move the promotion to a later date. That’s free until the newsletter closes.
    </Paragraph>
    <Facts {...facts} more={[['Deal price', formatDealPrice(sale_price_cents)]]} />
    {unknown_stores.length > 0 && (
      <Paragraph>
        We can’t look up your price at {formatList(unknown_stores.map((store) => STORE_NAMES[store]))}. If it’s set
        there, tick it off on the promotion’s page.
      </Paragraph>
    )}
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);
