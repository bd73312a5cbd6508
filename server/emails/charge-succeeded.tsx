import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['charge_succeeded'];

export const subject = ({ book_title, total_cents }: Props) =>
  fitSubject(book_title, (title) => `Paid: ${formatCents(total_cents)} for ${title}`);

export const Email = ({ site, total_cents, invoice_number, card_last4, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Thank you for your payment"
    preheader={`We charged ${formatCents(total_cents)} to your card ending in ${card_last4}.`}
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>You’ve paid for your promotion. Keep this email as your receipt:</Paragraph>
    <Facts
      {...facts}
      more={[
        ['Invoice', invoice_number],
        ['Card', `ending in ${card_last4}`],
        ['Paid', formatCents(total_cents)],
      ]}
    />
    <Paragraph>
      Your <TextLink href={site.app_url + paths.billing()}>billing page</TextLink> has the invoice as a PDF.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);
