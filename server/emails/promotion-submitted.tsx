import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, maximumCostText } from './wording.ts';

type Props = EmailProps['promotion_submitted'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `We received your promotion for ${title}`);

export const Email = ({ site, max_cost_cents, most, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Your promotion is in review"
    preheader="Our editors review every submission. You’ll usually hear from us before the newsletter closes."
    reason="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      Thank you for your submission. An editor will check the book, its price, and its store links, then approve it,
      decline it with the reasons, or ask you a question.
    </Paragraph>
    <Facts {...facts} more={[['Maximum cost', maximumCostText({ max_cost_cents, most })]]} />
    <Paragraph>
      You haven’t been charged. You’ll pay for billable clicks and any add-ons, after the newsletter goes out. You can
      change, move, or cancel the promotion until the newsletter closes, normally at 10:00 AM Pacific Time on its date.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);
