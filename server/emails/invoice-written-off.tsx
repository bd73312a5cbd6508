import { formatCents } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['invoice_written_off'];

export const subject = ({ book_title, total_cents }: Props) =>
  fitSubject(book_title, (title) => `You owe nothing: we voided the ${formatCents(total_cents)} invoice for ${title}`);

export const Email = (props: Props & { site: Site }) => {
  const { site, total_cents, invoice_number, reason, returned_credit_cents, ...facts } = props;
  return (
    <EmailLayout
      site={site}
      title="You owe nothing for this promotion"
      preheader={`Your ${formatCents(total_cents)} invoice is void. We won’t charge your card for it.`}
      reason="You’re receiving this email because you booked this promotion on Deckle."
    >
      <Paragraph>Hi {facts.partner_name},</Paragraph>
      <Paragraph>
        We voided the unpaid invoice for this promotion. We won’t charge your card for it, and it no longer keeps you
        from booking.
      </Paragraph>
      <Facts
        {...facts}
        more={[
          ['Invoice', `${invoice_number} (void)`],
          ['Amount voided', formatCents(total_cents)],
        ]}
      />
      {reason && (
        <>
          <Paragraph>Reason:</Paragraph>
          <Quote>{reason}</Quote>
        </>
      )}
      {returned_credit_cents > 0 && (
        <Paragraph>We returned the {formatCents(returned_credit_cents)} of credit that this invoice used.</Paragraph>
      )}
      <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
    </EmailLayout>
  );
};
