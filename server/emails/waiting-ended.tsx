import { formatDate } from '#shared/long-dates.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['waiting_ended'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `We couldn’t book your date for ${title}`);

export const Email = ({ site, reason, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="We couldn’t book your date"
    preheader={`You’re no longer on the waiting list for ${formatDate(facts.date)}. You weren’t charged.`}
    reason="You’re receiving this email because you were on the waiting list for this date on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      {reason
        ? `A slot opened up on ${formatDate(facts.date)}, but we couldn’t book it for you. ${reason}`
        : `No slot opened up on ${formatDate(facts.date)} in time, so we couldn’t book it for you.`}{' '}
      You weren’t charged.
    </Paragraph>
    <Facts {...facts} />
    <Paragraph>You can choose another date at any time.</Paragraph>
    <ActionButton href={facts.promotion_url}>View my dashboard</ActionButton>
  </EmailLayout>
);
