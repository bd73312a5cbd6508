import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { explainReason, fitSubject } from './wording.ts';

type Props = MailProps['promotion_unable_to_send'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `${title} could not run, nothing is charged`);

export const Mail = ({ site, reason, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your promotion could not run"
    preheader="Nothing is charged, and your discount code is yours again."
    because="You get this mail because this promotion was booked from your Deckle account."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>We are sorry: when the newsletter was put together, we had to leave your book out.</Paragraph>
    <Quote>{explainReason(reason)}</Quote>
    <Facts {...facts} />
    <Paragraph>
      Nothing is charged for this promotion. A discount code that you used can be used again, and you can book another
      date as soon as the cause is put right.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>See the promotion</ActionButton>
  </MailLayout>
);
