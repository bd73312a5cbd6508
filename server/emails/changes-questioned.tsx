import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, formatList } from './wording.ts';

type Props = EmailProps['changes_questioned'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `A question about your changes to ${title}`);

export const Email = ({ site, message, changes, is_held, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="A question about your changes"
    preheader={
      is_held
        ? 'If our editors don’t approve your change before the newsletter closes, the promotion won’t run, and you won’t be charged.'
        : 'Your promotion stays booked. Until we hear from you, the approved version will run.'
    }
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      You changed your promotion after we approved it ({formatList(changes)}). Before we can send the new version, an
      editor has a question:
    </Paragraph>
    <Quote>{message}</Quote>
    <Facts {...facts} />
    <Paragraph>
      Please answer on the promotion’s page; don’t reply to this email.{' '}
      {is_held
        ? 'You keep your slot for now, but the promotion won’t run unless we approve your change before the newsletter closes. To run it as approved, undo your change.'
        : 'Your slot is safe. Unless we approve the changes, the approved version will run.'}
    </Paragraph>
    <ActionButton href={facts.promotion_url}>Answer the question</ActionButton>
  </EmailLayout>
);
