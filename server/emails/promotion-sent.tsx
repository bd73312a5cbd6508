import { formatInstant } from '#shared/dates.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['promotion_sent'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `${title} is on its way to readers`);

export const Email = ({ site, click_window_ends_at, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Your book is in the newsletter"
    preheader={`We’ll count clicks until ${formatInstant(click_window_ends_at)}. Watch them come in.`}
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      The newsletter featuring your book just went out to {facts.category_name} readers. Watch the clicks come in by
      hour and by store on the promotion’s page.
    </Paragraph>
    <Facts {...facts} more={[['We’ll count clicks until', formatInstant(click_window_ends_at)]]} />
    <Paragraph>
      Please keep the deal price in every store through your deal’s end date. After the last click is counted, we’ll
      exclude duplicates and bots, then email you the results and the invoice.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View clicks</ActionButton>
  </EmailLayout>
);
