import { formatInstant } from '#shared/dates.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['promotion_sent'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `${title} is on its way to readers`);

export const Mail = ({ site, click_window_ends_at, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your book is in the newsletter"
    preheader={`Clicks count until ${formatInstant(click_window_ends_at)}. Watch them come in.`}
    because="You get this mail because this promotion was booked from your Deckle account."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>
      The newsletter with your book has gone out to the readers of {facts.category_name}. Their clicks appear on the
      promotion’s page, by hour and by store.
    </Paragraph>
    <Facts {...facts} more={[['Clicks count until', formatInstant(click_window_ends_at)]]} />
    <Paragraph>
      Please keep the deal price in the stores until the end date that you gave. When the counting is over we sort out
      duplicates and robots, and send you the result with the invoice.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>Watch the clicks</ActionButton>
  </MailLayout>
);
