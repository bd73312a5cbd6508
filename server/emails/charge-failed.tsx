import { formatCents } from '#shared/money.ts';
import { retryText } from '#shared/retry-text.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['charge_failed'];

export const subject = ({ book_title, total_cents, ...failure }: Props) =>
  fitSubject(
    book_title,
    (title) =>
      `${failure.message === null ? 'Please add a card' : problemText(failure)}: ${formatCents(total_cents)} for ${title}`,
  );

const problemText = ({ message, is_declined }: Pick<Props, 'message' | 'is_declined'>) =>
  message === null
    ? 'We can’t charge your default card'
    : is_declined
      ? 'Your card was declined'
      : 'We couldn’t charge your card';

const declinedSteps = (button: string, next_retry_at: string | null) =>
  `Please check the card on your billing page, or add another one and make it the default. Then click “${button}”. ${retryText(next_retry_at)}`;
const failedSteps = (button: string, next_retry_at: string | null) =>
  `To try again, click “${button}” on your billing page, or add another card there first. ${retryText(next_retry_at)}`;
const noCardSteps = (button: string) =>
  `Please add a card on your billing page, or make another one the default. We’ll charge it automatically within the hour. To pay right away, click “${button}”.`;

export const Email = ({
  site,
  total_cents,
  message,
  is_declined,
  next_retry_at,
  billing_url,
  ...facts
}: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={problemText({ message, is_declined })}
    preheader={`${formatCents(total_cents)} is due. You can’t submit new promotions until it’s paid.`}
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    {message !== null && !is_declined ? (
      <Paragraph>{message}</Paragraph>
    ) : message === null ? (
      <Paragraph>We couldn’t charge your default card because it has expired, was rejected, or was removed.</Paragraph>
    ) : (
      <>
        <Paragraph>We tried to charge your default card, but the charge failed:</Paragraph>
        <Quote>{message}</Quote>
      </>
    )}
    <Facts {...facts} more={[['Amount due', formatCents(total_cents)]]} />
    <Paragraph>
      {(message === null ? noCardSteps : is_declined ? declinedSteps : failedSteps)(
        `Pay ${formatCents(total_cents)} now`,
        next_retry_at,
      )}{' '}
      Until the invoice is paid, you can’t submit new promotions.
    </Paragraph>
    <ActionButton href={billing_url}>Open your billing page</ActionButton>
    <Paragraph>
      <TextLink href={facts.promotion_url}>The promotion’s page</TextLink> shows the clicks you’re paying for.
    </Paragraph>
  </EmailLayout>
);
