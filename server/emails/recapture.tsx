import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject, oneLine } from './wording.ts';

type Props = MailProps['recapture'];
type OfDraft = Extract<Props, { book_title: string }>;
type OfAbsence = Exclude<Props, OfDraft>;

export const subject = ({ book_title }: Props) =>
  book_title === null
    ? 'Which of your books should readers meet next?'
    : fitSubject(book_title, (title) => `${title} is still a draft`);

export const Mail = ({ site, ...props }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title={props.book_title === null ? 'Ready for your next promotion?' : 'Your book is still a draft'}
    preheader={
      props.book_title === null
        ? `Choose a date. You’ll pay per click after the newsletter goes out, ${MOST} at most.`
        : 'Your draft is saved. Once the book is active, you can choose a date for it.'
    }
    because="You’re receiving this email, at most once a month, because you have a partner account on Deckle."
    unsubscribe_url={props.unsubscribe_url}
  >
    <Paragraph>Hello {props.partner_name},</Paragraph>
    {props.book_title === null ? <AboutAbsence {...props} /> : <AboutDraft {...props} />}
  </MailLayout>
);

const MOST = formatCents(MAX_PROMO_COST_CENTS);

const AboutDraft = ({ book_title, book_edit_url }: OfDraft) => (
  <>
    <Paragraph>
      {oneLine(book_title)} is still a draft, so readers can’t see it and you can’t promote it yet. Your draft is saved.
      Add the missing details and a link to at least one store, then set its status to active.
    </Paragraph>
    <Paragraph>
      Then you can choose a date for it in our newsletter. You’ll pay only for billable clicks, after the newsletter
      goes out, and never more than {MOST}.
    </Paragraph>
    <ActionButton href={book_edit_url}>Finish your book</ActionButton>
  </>
);

const AboutAbsence = ({ new_promotion_url }: OfAbsence) => (
  <>
    <Paragraph>
      Your last promotion was at least two months ago. A book can run again after 30 days, so you can book all your
      books now.
    </Paragraph>
    <Paragraph>
      The calendar shows which dates still have a slot in your category. You’ll pay only for billable clicks, after the
      newsletter goes out, and never more than {MOST}.
    </Paragraph>
    <ActionButton href={new_promotion_url}>Choose a date</ActionButton>
  </>
);
