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
      preheader={`The invoice over ${formatCents(total_cents)} is void. We will not charge your card for it.`}
      because="You get this mail because this promotion was booked from your Deckle account."
    >
      <Paragraph>Hello {facts.partner_name},</Paragraph>
      <Paragraph>
        We have written off what was still open for this promotion. Its invoice is void, your card is not charged for
        it, and you can book new promotions again.
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
          <Paragraph>The reason given:</Paragraph>
          <Quote>{reason}</Quote>
        </>
      )}
      {returned_credit_cents > 0 && (
        <Paragraph>
          The invoice had used {formatCents(returned_credit_cents)} of your credit: it is yours again.
        </Paragraph>
      )}
      <ActionButton href={facts.promotion_url}>See the promotion</ActionButton>
    </MailLayout>
  );
};
