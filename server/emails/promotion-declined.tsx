import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Bullets, Facts, Paragraph, Quote, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { explainReason, fitSubject } from './wording.ts';

type Props = EmailProps['promotion_declined'];

export const subject = ({ book_title }: Props) => fitSubject(book_title, (title) => `We can’t run ${title} this time`);

export const Email = ({
  site,
  is_unanswered,
  reasons,
  suggested_category_name,
  message,
  resubmit_on,
  ...facts
}: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="We can’t run this promotion"
    preheader={`Here’s why, and when you can submit ${facts.book_title} again. You weren’t charged.`}
    reason="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      {is_unanswered
        ? 'We asked you a question about the promotion below and didn’t hear back in time, so it was declined automatically.'
        : 'Our editors declined the promotion below.'}{' '}
      You weren’t charged, and you can reuse any discount code you entered.
    </Paragraph>
    <Facts {...facts} />
    {reasons.length > 0 && (
      <>
        <Paragraph>Reasons:</Paragraph>
        <Bullets items={reasons.map(explainReason)} />
      </>
    )}
    {suggested_category_name && <Paragraph>The editor suggests another category: {suggested_category_name}.</Paragraph>}
    {message && !is_unanswered && (
      <>
        <Paragraph>Note from our editor:</Paragraph>
        <Quote>{message}</Quote>
      </>
    )}
    <Paragraph>
      {resubmitSentence({ is_unanswered, resubmit_on })} See our{' '}
      <TextLink href={site.app_url + paths.promotionRequirements()}>promotion requirements</TextLink> for all of our
      rules.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);

function resubmitSentence({ is_unanswered, resubmit_on }: Pick<Props, 'is_unanswered' | 'resubmit_on'>) {
  if (resubmit_on) return `You can submit this book again on or after ${formatDate(resubmit_on)}.`;
  if (is_unanswered) return 'You can submit this book again at any time.';
  return 'You can submit this book again as soon as you’ve fixed the problems above.';
}
