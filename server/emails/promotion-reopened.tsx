import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['promotion_reopened'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `We’re taking another look at ${title}`);

export const Email = ({ site, message, was_approved, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="We’re taking another look at your promotion"
    preheader="Your promotion is back in review. We’ll email you when we’ve decided."
    reason="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      Our editors reopened your promotion, and it’s back in review.{' '}
      {was_approved && 'Until we approve it again, it isn’t booked for a newsletter. '}
      You’ll hear from us again once we’ve decided.
    </Paragraph>
    {message && <Quote>{message}</Quote>}
    <Facts {...facts} />
    <Paragraph>
      There’s nothing you need to do. If you no longer want it to run, cancel it on its page at no cost.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);
