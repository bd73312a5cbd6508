import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['refund_made'];

export const subject = ({ book_title, refunded_cents }: Props) =>
  fitSubject(book_title, (title) => `Refunded: ${formatCents(refunded_cents)} for ${title}`);

export const Mail = ({
  site,
  refunded_cents,
  reason,
  invoice_number,
  card_last4,
  ...facts
}: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="You get money back"
    preheader={`${formatCents(refunded_cents)} go back to the card ending in ${card_last4}.`}
    because="You get this mail because this promotion was booked from your Deckle account."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>
      We refunded {formatCents(refunded_cents)} to the card ending in {card_last4}. Banks need five to ten business days
      to show it.
    </Paragraph>
    <Facts
      {...facts}
      more={[
        ...(invoice_number ? ([['Refund invoice', invoice_number]] as const) : []),
        ['Refunded', formatCents(refunded_cents)],
      ]}
    />
    {reason && (
      <>
        <Paragraph>The reason given:</Paragraph>
        <Quote>{reason}</Quote>
      </>
    )}
    {!invoice_number && (
      <Paragraph>
        It had been taken although nothing was owed any more. Your invoice and what you paid for it stay as they are.
      </Paragraph>
    )}
    <ActionButton href={facts.promotion_url}>See the promotion</ActionButton>
  </MailLayout>
);
