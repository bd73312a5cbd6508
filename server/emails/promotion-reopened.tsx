import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['promotion_reopened'];

export const subject = ({ book_title }: Props) => fitSubject(book_title, (title) => `We’re looking again at ${title}`);

export const Mail = ({ site, message, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="We’re looking at your promotion again"
    preheader="Your promotion is back in review. There’s nothing you need to do."
    because="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>
      We took another look, and your promotion is back in review. You’ll hear from us again once we’ve decided.
    </Paragraph>
    {message && <Quote>{message}</Quote>}
    <Facts {...facts} />
    <Paragraph>
      There’s nothing you need to do. If you no longer want it to run, cancel it on its page, free of charge.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </MailLayout>
);
