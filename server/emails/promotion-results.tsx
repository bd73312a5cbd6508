import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, TextLink } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { countOf, fitSubject } from './wording.ts';

type Props = MailProps['promotion_results'];

export const subject = ({ book_title, clicks_billable, total_cents }: Props) =>
  fitSubject(
    book_title,
    (title) => `${title}: ${countOf(clicks_billable, 'billable click')}, ${formatCents(total_cents)}`,
  );

export const Mail = ({ site, ...props }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="The results of your promotion"
    preheader={`${countOf(props.clicks_total, 'click')}, ${props.clicks_billable} of them billable: ${formatCents(props.total_cents)}.`}
    because="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hello {props.partner_name},</Paragraph>
    <Paragraph>Your promotion is complete. Here are the results:</Paragraph>
    <Facts
      {...props}
      more={[
        ['Clicks', props.clicks_total.toLocaleString('en-US')],
        ['Billable clicks', props.clicks_billable.toLocaleString('en-US')],
        ['Invoice', props.invoice_number],
        ['Total', formatCents(props.total_cents)],
      ]}
    />
    <Paragraph>{paymentSentence(props)}</Paragraph>
    <Paragraph>
      The promotion’s page shows clicks by hour and store, why a click wasn’t billed, and how you compare with others in{' '}
      {props.category_name}. Your <TextLink href={site.app_url + paths.billing()}>billing page</TextLink> has the
      invoice.
    </Paragraph>
    <ActionButton href={props.promotion_url}>View results</ActionButton>
  </MailLayout>
);

function paymentSentence({ total_cents, card_last4 }: Props) {
  if (total_cents === 0) return 'There’s nothing to pay.';
  if (!card_last4) return 'You have no valid card. Please add one on your billing page to pay this invoice.';
  return `We’ll charge your default card ending in ${card_last4}. There’s nothing you need to do.`;
}
