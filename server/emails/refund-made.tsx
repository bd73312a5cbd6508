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
    title={`We refunded ${formatCents(refunded_cents)}`}
    preheader={`We refunded ${formatCents(refunded_cents)} to your card ending in ${card_last4}.`}
    because="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>
      We refunded {formatCents(refunded_cents)} to your card ending in {card_last4}. It usually appears within five to
      ten business days.
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
        <Paragraph>Reason:</Paragraph>
        <Quote>{reason}</Quote>
      </>
    )}
    {!invoice_number && (
      <Paragraph>
        We had charged it although nothing was owed. Your invoice and your payment for it don’t change.
      </Paragraph>
    )}
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </MailLayout>
);
