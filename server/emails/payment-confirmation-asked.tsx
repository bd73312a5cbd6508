import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, AddressInFull, Facts, Paragraph, Quote, TextLink } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['payment_confirmation_asked'];

export const subject = ({ book_title, total_cents }: Props) =>
  fitSubject(book_title, (title) => `Please confirm: ${formatCents(total_cents)} for ${title}`);

export const Mail = ({ site, total_cents, message, confirm_url, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your bank wants to hear from you"
    preheader={`${formatCents(total_cents)} wait for your confirmation. It takes a minute.`}
    because="You get this mail because this promotion was booked from your Deckle account."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>We tried to charge your default card, and the bank answered:</Paragraph>
    <Quote>{message}</Quote>
    <Facts {...facts} more={[['Amount due', formatCents(total_cents)]]} />
    <Paragraph>
      Nothing is wrong with your card. Some banks let a payment pass only when you confirm it yourself, with a code or
      in their app. Sign in, press “Confirm payment”, and the bank asks you. Until the invoice is paid you cannot submit
      new promotions.
    </Paragraph>
    <ActionButton href={confirm_url}>Confirm payment</ActionButton>
    <AddressInFull href={confirm_url} />
    <Paragraph>
      <TextLink href={facts.promotion_url}>The promotion’s page</TextLink> shows the clicks that this is for.
    </Paragraph>
  </MailLayout>
);
