import { costRows } from '#shared/cost-words.ts';
import { formatCount } from '#shared/counts.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['promotion_results'];

export const subject = ({ book_title, clicks_billable, total_cents }: Props) =>
  fitSubject(
    book_title,
    (title) => `${title}: ${formatCount(clicks_billable, 'billable click')}, ${formatCents(total_cents)}`,
  );

export const Email = ({ site, ...props }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="The results of your promotion"
    preheader={`${formatCount(props.clicks_billable, 'billable click')} out of ${props.clicks_total.toLocaleString('en-US')}. ${paymentSentence(props)}`}
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {props.partner_name},</Paragraph>
    <Paragraph>Your promotion is complete. Here are the results:</Paragraph>
    <Facts
      {...props}
      more={[
        ['Clicks', props.clicks_total.toLocaleString('en-US')],
        ['Billable clicks', props.clicks_billable.toLocaleString('en-US')],
        ['Invoice', props.invoice_number],
        ...costFacts(props),
      ]}
    />
    <Paragraph>{paymentSentence(props)}</Paragraph>
    <Paragraph>
      The promotion’s page shows clicks by hour and store, which clicks weren’t billed and why, and how you compare with
      other promotions in {props.category_name}. Your{' '}
      <TextLink href={site.app_url + paths.billing()}>billing page</TextLink> has the invoice.
    </Paragraph>
    <ActionButton href={props.promotion_url}>View results</ActionButton>
  </EmailLayout>
);

/** Renames the row "Clicks", because that label is already used for the number of clicks. */
const costFacts = ({ cost, total_cents }: Props): (readonly [string, string])[] =>
  cost
    ? costRows(cost).map(([label, amount]) => [label === 'Clicks' ? 'Click charges' : label, amount])
    : [['Total', formatCents(total_cents)]];

function paymentSentence({ total_cents, card_last4 }: Props) {
  if (total_cents === 0) return 'There’s nothing to pay.';
  const total = formatCents(total_cents);
  if (!card_last4)
    return `${total} is due, but we can’t charge your default card. Add a card on your billing page, or make another one the default, and we’ll charge it.`;
  return `We’ll charge ${total} to your default card ending in ${card_last4}. There’s nothing you need to do.`;
}
