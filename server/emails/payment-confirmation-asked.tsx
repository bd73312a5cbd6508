import { formatCents } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, FullUrl, Paragraph, Quote, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['payment_confirmation_asked'];

export const subject = ({ book_title, total_cents }: Props) =>
  fitSubject(book_title, (title) => `Confirm your ${formatCents(total_cents)} payment for ${title}`);

export const Email = ({ site, total_cents, message, confirm_url, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={`Confirm your ${formatCents(total_cents)} payment`}
    preheader="Your bank wants you to confirm this payment before it goes through."
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>We tried to charge your default card, and the bank replied:</Paragraph>
    <Quote>{message}</Quote>
    <Facts {...facts} more={[['Amount due', formatCents(total_cents)]]} />
    <Paragraph>
      Nothing is wrong with your card. Some banks ask you to confirm a payment yourself, with a code or in their app.
      Sign in and click “Confirm {formatCents(total_cents)} payment”, and your bank will ask you. Until the invoice is
      paid, you can’t submit new promotions.
    </Paragraph>
    <ActionButton href={confirm_url}>Confirm {formatCents(total_cents)} payment</ActionButton>
    <FullUrl href={confirm_url} />
    <Paragraph>
      <TextLink href={facts.promotion_url}>The promotion’s page</TextLink> shows the clicks you’re paying for.
    </Paragraph>
  </EmailLayout>
);
