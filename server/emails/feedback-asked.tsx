import { formatInstant } from '#shared/dates.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['feedback_asked'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `Our editors have a question about ${title}`);

export const Mail = ({ site, message, answer_by, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Our editors have a question"
    preheader={`Please answer by ${formatInstant(answer_by)}. We’ll decide once we have your answer.`}
    because="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>Before we can decide on your promotion, an editor needs an answer from you:</Paragraph>
    <Quote>{message}</Quote>
    <Facts {...facts} more={[['Answer by', formatInstant(answer_by)]]} />
    <Paragraph>
      Please answer on the promotion’s page; replies to this email don’t reach it. If we don’t hear from you by then,
      we’ll decline the promotion, free of charge.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>Answer the question</ActionButton>
  </MailLayout>
);
