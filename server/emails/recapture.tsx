import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject, oneLine } from './wording.ts';

type Props = MailProps['recapture'];

export const subject = ({ book_title }: Props) =>
  book_title
    ? fitSubject(book_title, (title) => `You left the promotion of ${title} unfinished`)
    : 'Which of your books should readers meet next?';

export const Mail = ({
  site,
  partner_name,
  book_title,
  new_promotion_url,
  unsubscribe_url,
}: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title={book_title ? 'Your draft is waiting' : 'Readers are waiting'}
    preheader={`Choose a date; you pay per click after the newsletter, ${formatCents(MAX_PROMO_COST_CENTS)} at the very most.`}
    because="You get this mail, at most once a month, because you have a partner account on Deckle."
    unsubscribe_url={unsubscribe_url}
  >
    <Paragraph>Hello {partner_name},</Paragraph>
    <Paragraph>
      {book_title
        ? `You began a promotion of ${oneLine(book_title)} and did not send it in. What you typed is still there; a date and a price are all that it takes.`
        : 'Your last promotion was at least two months ago. A book can run again after 30 days, so all of yours are free to go.'}
    </Paragraph>
    <Paragraph>
      The calendar shows which dates still have room in your category. You pay for billable clicks only, after the
      newsletter went out, and never more than {formatCents(MAX_PROMO_COST_CENTS)}.
    </Paragraph>
    <ActionButton href={new_promotion_url}>{book_title ? 'Finish your promotion' : 'Choose a date'}</ActionButton>
  </MailLayout>
);
