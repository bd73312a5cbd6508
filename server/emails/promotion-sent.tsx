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
    preheader={`We’ll count clicks until ${formatInstant(click_window_ends_at)}. Watch them come in.`}
    because="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>
      The newsletter with your book has gone out to the readers of {facts.category_name}. Their clicks appear on the
      promotion’s page, by hour and by store.
    </Paragraph>
    <Facts {...facts} more={[['Clicks count until', formatInstant(click_window_ends_at)]]} />
    <Paragraph>
      Please keep the deal price in the stores until the end date you gave. After the last click is counted, we’ll
      remove duplicates and robots, then email you the results and the invoice.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View clicks</ActionButton>
  </MailLayout>
);
