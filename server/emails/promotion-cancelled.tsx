import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['promotion_cancelled'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `Cancelled: your promotion of ${title}`);

export const Mail = ({ site, reason, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your promotion is cancelled"
    preheader="There is no fee. The same book can be booked on another date right away."
    because="You get this mail because this promotion was booked from your Deckle account."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>The promotion below was cancelled. There is no cancellation fee.</Paragraph>
    <Facts {...facts} />
    {reason && (
      <>
        <Paragraph>The reason given:</Paragraph>
        <Quote>{reason}</Quote>
      </>
    )}
    <Paragraph>
      If you already lowered the price in the stores, remember to raise it again. A cancelled promotion does not count
      against the book: you can choose another date for it right away.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>See the promotion</ActionButton>
  </MailLayout>
);
