import { STORE_NAMES } from '#shared/business.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatDealPrice } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, formatList, priceWord } from './wording.ts';

type Props = EmailProps['price_wrong'];

const nameOf = ({ store }: Props['prices'][number]) => STORE_NAMES[store];

/** The stores' names, or their number if there are more than two, so that the title has room. */
const storesText = (prices: Props['prices']) =>
  prices.length > 2 ? `${prices.length} stores` : formatList(prices.map(nameOf));

export const subject = ({ book_title, prices }: Props) =>
  fitSubject(book_title, (title) => `The price of ${title} at ${storesText(prices)} is too high`);

export const Email = ({
  site,
  sale_price_cents,
  deal_ends_on,
  is_closed,
  prices,
  unknown_stores,
  ...facts
}: Props & { site: Site }) => {
  const price = priceWord(sale_price_cents);
  const date = formatDate(facts.date);
  const seen = formatList(prices.map((one) => `${nameOf(one)} (${formatDealPrice(one.price_cents)})`));
  return (
    <EmailLayout
      site={site}
      title={is_closed ? 'Your book costs more than we told readers' : 'Your deal price isn’t live yet'}
      preheader={
        is_closed
          ? `Your deal runs until ${formatDate(deal_ends_on)}.`
          : `Readers will see ${price} in the newsletter for ${date}.`
      }
      reason="You’re receiving this email because you have an approved promotion on Deckle."
    >
      <Paragraph>Hi {facts.partner_name},</Paragraph>
      <Paragraph>
        The newsletter for {date} {is_closed ? 'lists' : 'will list'} your book at {price}
        {is_closed && ` until ${formatDate(deal_ends_on)}`}. When we last looked, it cost more at {seen}.{' '}
        {is_closed
          ? 'Please lower it there today, because readers are still clicking through.'
          : 'Please lower it there, or move the promotion to a later date. That’s free until the newsletter closes.'}
      </Paragraph>
      <Facts
        {...facts}
        more={[
          ['Deal price', formatDealPrice(sale_price_cents)],
          ['Until', formatDate(deal_ends_on)],
        ]}
      />
      {unknown_stores.length > 0 && (
        <Paragraph>
          We can’t look up your price at {formatList(unknown_stores.map((store) => STORE_NAMES[store]))}. If it’s
          already set there, confirm it on the promotion’s page.
        </Paragraph>
      )}
      <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
    </EmailLayout>
  );
};
