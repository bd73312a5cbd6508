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
    title={props.book_title === null ? 'Readers are waiting' : 'Your draft is waiting'}
    preheader={
      props.book_title === null
        ? `Choose a date; you pay per click after the newsletter, ${MOST} at the very most.`
        : 'What you saved is still there. Once the book is active, you can choose a date for it.'
    }
    because="You get this mail, at most once a month, because you have a partner account on Deckle."
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
      {oneLine(book_title)} still lies among your books as a draft, which readers cannot see and which cannot be
      promoted. What you saved is there: complete it, with a link to at least one store, and set its status to active.
    </Paragraph>
    <Paragraph>
      Then you can choose a date for it in our newsletter. You pay for billable clicks only, after it went out, and
      never more than {MOST}.
    </Paragraph>
    <ActionButton href={book_edit_url}>Finish your book</ActionButton>
  </>
);

const AboutAbsence = ({ new_promotion_url }: OfAbsence) => (
  <>
    <Paragraph>
      Your last promotion was at least two months ago. A book can run again after 30 days, so all of yours are free to
      go.
    </Paragraph>
    <Paragraph>
      The calendar shows which dates still have room in your category. You pay for billable clicks only, after the
      newsletter went out, and never more than {MOST}.
    </Paragraph>
    <ActionButton href={new_promotion_url}>Choose a date</ActionButton>
  </>
);
