import { formatInstant } from '#shared/dates.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['feedback_asked'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `Our editors have a question about ${title}`);

export const Email = ({ site, message, answer_by, is_date_passed, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Our editors have a question"
    preheader={`Please answer by ${formatInstant(answer_by)}. We’ll decide once we have your answer.`}
    reason="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>Before we can decide on your promotion, an editor has a question:</Paragraph>
    <Quote>{message}</Quote>
    <Facts {...facts} more={[['Answer by', formatInstant(answer_by)]]} />
    <Paragraph>
      Please answer on the promotion’s page; don’t reply to this email. If we don’t hear from you by then, we’ll{' '}
      {is_date_passed ? 'cancel' : 'decline'} the promotion, and you won’t be charged.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>Answer the question</ActionButton>
  </EmailLayout>
);
