import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['invoice_written_off'];

export const subject = ({ book_title, total_cents }: Props) =>
  fitSubject(book_title, (title) => `Nothing to pay: ${formatCents(total_cents)} for ${title} is written off`);

export const Mail = (props: Props & { site: Site }) => {
  const { site, total_cents, invoice_number, reason, returned_credit_cents, ...facts } = props;
  return (
    <MailLayout
      site={site}
      title="You owe nothing for this promotion"
      preheader={`Your ${formatCents(total_cents)} invoice is void. We won’t charge your card for it.`}
      because="You’re receiving this email because you booked this promotion on Deckle."
    >
      <Paragraph>Hello {facts.partner_name},</Paragraph>
      <Paragraph>
        We wrote off the unpaid amount for this promotion. Its invoice is void, we won’t charge your card for it, and
        you can book new promotions again.
      </Paragraph>
      <Facts
        {...facts}
        more={[
          ['Invoice', `${invoice_number} (void)`],
          ['Written off', formatCents(total_cents)],
        ]}
      />
      {reason && (
        <>
          <Paragraph>Reason:</Paragraph>
          <Quote>{reason}</Quote>
        </>
      )}
      {returned_credit_cents > 0 && (
        <Paragraph>
          The invoice had used {formatCents(returned_credit_cents)} of your credit: it is yours again.
        </Paragraph>
      )}
      <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
    </MailLayout>
  );
};
