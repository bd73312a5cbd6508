import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['promotion_cancelled'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `Canceled: your promotion for ${title}`);

const titleOf = ({ cancelled_by }: Pick<Props, 'cancelled_by'>) => {
  if (!cancelled_by) return 'Your promotion was canceled';
  return cancelled_by === 'partner' ? 'You canceled your promotion' : 'We canceled your promotion';
};

export const Email = ({ site, reason, cancelled_by, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={titleOf({ cancelled_by })}
    preheader="There’s no fee. You can promote this book on another date right away."
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>{titleOf({ cancelled_by })}. There’s no cancellation fee.</Paragraph>
    <Facts {...facts} />
    {reason && (
      <>
        <Paragraph>Reason:</Paragraph>
        <Quote>{reason}</Quote>
      </>
    )}
    <Paragraph>
      If you already lowered the price in the stores, remember to change it back. A canceled promotion doesn’t count
      toward the 30-day limit, so you can pick another date right away.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);
