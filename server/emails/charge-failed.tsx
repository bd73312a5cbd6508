import { CHARGE_RETRY_DAYS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote, TextLink } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject, listOf } from './wording.ts';

type Props = MailProps['charge_failed'];

export const subject = ({ book_title, total_cents }: Props) =>
  fitSubject(book_title, (title) => `Your card was declined: ${formatCents(total_cents)} for ${title}`);

export const Mail = ({ site, total_cents, message, billing_url, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your card was declined"
    preheader={`${formatCents(total_cents)} could not be charged. Until it is paid, no new promotion can be submitted.`}
    because="You get this mail because this promotion was booked from your Deckle account."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>We tried to charge your default card, and the bank answered:</Paragraph>
    <Quote>{message}</Quote>
    <Facts {...facts} more={[['Amount due', formatCents(total_cents)]]} />
    <Paragraph>
      Please check the card or add another one on your billing page, then press “Pay now” there. We also try again by
      ourselves {listOf(CHARGE_RETRY_DAYS.map(String))} days after the first attempt, unless the bank forbids it. Until
      the invoice is paid you cannot submit new promotions.
    </Paragraph>
    <ActionButton href={billing_url}>Open your billing page</ActionButton>
    <Paragraph>
      <TextLink href={facts.promotion_url}>The promotion’s page</TextLink> shows the clicks that this is for.
    </Paragraph>
  </MailLayout>
);
