import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, truncate } from './wording.ts';

type Props = EmailProps['click_question_answered'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `Our answer to your question about ${title}`);

export const Email = ({ site, question, answer, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="About your clicks"
    preheader={truncate(answer, 120)}
    reason="You’re receiving this email because you asked about the result of this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>You asked about the clicks on your promotion:</Paragraph>
    <Quote>{question}</Quote>
    <Paragraph>Our answer:</Paragraph>
    <Quote>{answer}</Quote>
    <Facts {...facts} />
    <ActionButton href={facts.promotion_url}>See your results</ActionButton>
  </EmailLayout>
);
