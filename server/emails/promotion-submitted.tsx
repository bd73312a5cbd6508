import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['promotion_submitted'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `We have your promotion of ${title}`);

export const Mail = ({ site, max_cost_cents, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your promotion is in review"
    preheader="Our editors read every submission. You hear from us before the newsletter closes."
    because="You get this mail because you submitted this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>
      Thank you, your promotion has arrived. An editor looks at the book, its price and its stores, and then approves
      it, declines it with the reasons, or asks you a question.
    </Paragraph>
    <Facts {...facts} more={[['Costs at most', formatCents(max_cost_cents)]]} />
    <Paragraph>
      Nothing has been charged. You pay for billable clicks only, after the newsletter went out. Until 10:00 AM Pacific
      Time on the newsletter’s date you can still change, move or cancel the promotion.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>See your promotion</ActionButton>
  </MailLayout>
);
