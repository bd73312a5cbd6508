import { CHARGE_RETRY_DAYS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote, TextLink } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject, listOf } from './wording.ts';

type Props = MailProps['charge_failed'];

export const subject = ({ book_title, total_cents, message }: Props) =>
  fitSubject(
    book_title,
    (title) =>
      `${message === null ? 'Please add a card' : 'Your card was declined'}: ${formatCents(total_cents)} for ${title}`,
  );

const DAYS = `${listOf(CHARGE_RETRY_DAYS.map(String))} days after the first attempt`;
const WHAT_TO_CHECK = `Please check the card or add another one on your billing page, then press “Pay now” there. We also try again by ourselves ${DAYS}, unless the bank forbids it.`;
const WHAT_TO_ADD =
  'Please add a card on your billing page and make it your default one, then press “Pay now” there. If you do not, we charge it ourselves within the hour.';

export const Mail = ({ site, total_cents, message, billing_url, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title={message === null ? 'We have no valid card of yours' : 'Your card was declined'}
    preheader={`${formatCents(total_cents)} could not be charged. Until it is paid, no new promotion can be submitted.`}
    because="You get this mail because this promotion was booked from your Deckle account."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    {message === null ? (
      <Paragraph>
        We wanted to charge your default card, but you have none that is valid: it has expired, was refused, or was
        removed.
      </Paragraph>
    ) : (
      <>
        <Paragraph>We tried to charge your default card, and the bank answered:</Paragraph>
        <Quote>{message}</Quote>
      </>
    )}
    <Facts {...facts} more={[['Amount due', formatCents(total_cents)]]} />
    <Paragraph>
      {message === null ? WHAT_TO_ADD : WHAT_TO_CHECK} Until the invoice is paid you cannot submit new promotions.
    </Paragraph>
    <ActionButton href={billing_url}>Open your billing page</ActionButton>
    <Paragraph>
      <TextLink href={facts.promotion_url}>The promotion’s page</TextLink> shows the clicks that this is for.
    </Paragraph>
  </MailLayout>
);
