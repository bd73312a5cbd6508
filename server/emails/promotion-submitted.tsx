import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['promotion_submitted'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `We received your promotion of ${title}`);

export const Mail = ({ site, max_cost_cents, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your promotion is in review"
    preheader="Our editors review every submission. You’ll usually hear from us before the newsletter closes."
    because="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>
      Thank you for your submission. An editor will check the book, its price, and its store links, then approve it,
      decline it with the reasons, or ask you a question.
    </Paragraph>
    <Facts {...facts} more={[['Maximum cost', formatCents(max_cost_cents)]]} />
    <Paragraph>
      Nothing has been charged. You’ll pay only for billable clicks, after the newsletter goes out. You can change,
      move, or cancel the promotion until 10:00 AM Pacific Time on the newsletter’s date.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </MailLayout>
);
