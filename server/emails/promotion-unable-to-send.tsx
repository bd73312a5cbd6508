import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { explainReason, fitSubject } from './wording.ts';

type Props = EmailProps['promotion_unable_to_send'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `${title} couldn’t run; you won’t be charged`);

export const Email = ({ site, reason, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Your promotion couldn’t run"
    preheader="You won’t be charged, and you can reuse any discount code you entered."
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>We’re sorry, but we had to leave your book out of the newsletter.</Paragraph>
    <Quote>{explainReason(reason)}</Quote>
    <Facts {...facts} />
    <Paragraph>
      We won’t charge you for this promotion, and you can reuse any discount code you entered. If the reason above is
      something you can fix, fix it, then book another date.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);
