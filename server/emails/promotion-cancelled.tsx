import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['promotion_cancelled'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `Canceled: your promotion of ${title}`);

export const Mail = ({ site, reason, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your promotion was canceled"
    preheader="There’s no fee. You can book the same book on another date right away."
    because="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>The promotion below was canceled. There’s no cancellation fee.</Paragraph>
    <Facts {...facts} />
    {reason && (
      <>
        <Paragraph>Reason:</Paragraph>
        <Quote>{reason}</Quote>
      </>
    )}
    <Paragraph>
      If you already lowered the price in the stores, remember to raise it again. A canceled promotion doesn’t count
      against the book, so you can choose another date for it right away.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </MailLayout>
);
