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
const WHAT_TO_CHECK = `Please check the card or add another one on your billing page, then press “Pay now” there. We’ll also try again automatically ${DAYS}, unless your bank forbids it.`;
const WHAT_TO_ADD =
  'Please add a card on your billing page and make it the default, then press “Pay now” there. If you don’t, we’ll charge the new card automatically within the hour.';

export const Mail = ({ site, total_cents, message, billing_url, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title={message === null ? 'There’s no valid card on your account' : 'Your card was declined'}
    preheader={`${formatCents(total_cents)} is due. You can’t submit new promotions until it’s paid.`}
    because="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    {message === null ? (
      <Paragraph>We couldn’t charge your default card: it has expired, was rejected, or was removed.</Paragraph>
    ) : (
      <>
        <Paragraph>We tried to charge your default card, and the bank replied:</Paragraph>
        <Quote>{message}</Quote>
      </>
    )}
    <Facts {...facts} more={[['Amount due', formatCents(total_cents)]]} />
    <Paragraph>
      {message === null ? WHAT_TO_ADD : WHAT_TO_CHECK} Until the invoice is paid, you can’t submit new promotions.
    </Paragraph>
    <ActionButton href={billing_url}>Open your billing page</ActionButton>
    <Paragraph>
      <TextLink href={facts.promotion_url}>The promotion’s page</TextLink> shows the clicks you’re paying for.
    </Paragraph>
  </MailLayout>
);
