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
    because="You get this mail because this promotion was booked from your Deckle account."
  >
    <Paragraph>Hello {props.partner_name},</Paragraph>
    <Paragraph>The counting is over. This is what your promotion brought, and what it costs:</Paragraph>
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
      The promotion’s page shows clicks by hour and store, why a click was not billed, and how you did against others in{' '}
      {props.category_name}. Your <TextLink href={site.app_url + paths.billing()}>billing page</TextLink> has the
      invoice.
    </Paragraph>
    <ActionButton href={props.promotion_url}>See the results</ActionButton>
  </MailLayout>
);

function paymentSentence({ total_cents, card_last4 }: Props) {
  if (total_cents === 0) return 'There is nothing to pay.';
  if (!card_last4)
    return 'We have no valid card of yours. Please add one on your billing page and pay this invoice there.';
  return `The total goes to your default card, ending in ${card_last4}. You need do nothing.`;
}
