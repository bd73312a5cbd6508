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
    preheader={`Please answer by ${formatInstant(answer_by)}. Until then your promotion waits for you.`}
    because="You get this mail because you submitted this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>Before we can decide about your promotion, an editor needs an answer from you:</Paragraph>
    <Quote>{message}</Quote>
    <Facts {...facts} more={[['Answer by', formatInstant(answer_by)]]} />
    <Paragraph>
      Answer on the promotion’s page; replies to this mail do not reach it. Without an answer the promotion is declined
      at that time, free of charge.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>Answer the question</ActionButton>
  </MailLayout>
);
