import { formatCents } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['refund_made'];

export const subject = ({ book_title, refunded_cents }: Props) =>
  fitSubject(book_title, (title) => `Refunded: ${formatCents(refunded_cents)} for ${title}`);

export const Email = ({
  site,
  refunded_cents,
  reason,
  invoice_number,
  card_last4,
  ...facts
}: Props & { site: Site }) => (
  // Source of the 5 to 10 business days: https://support.stripe.com/questions/customer-refund-processing-time
  <EmailLayout
    site={site}
    title={`We refunded ${formatCents(refunded_cents)}`}
    preheader={`We refunded ${formatCents(refunded_cents)} to your card ending in ${card_last4}.`}
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      We refunded {formatCents(refunded_cents)} to your card ending in {card_last4}. Stripe, which handles our payments,
      says refunds take 5 to 10 business days to appear, depending on your bank.
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
      <Paragraph>We charged this amount by mistake, and we’re sorry. Your invoice doesn’t change.</Paragraph>
    )}
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);
