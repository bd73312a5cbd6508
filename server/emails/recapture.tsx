import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, oneClickHeaders, oneLine } from './wording.ts';

type Props = EmailProps['recapture'];
type DraftProps = Extract<Props, { book_title: string }>;
type AbsenceProps = Exclude<Props, DraftProps>;

export const subject = ({ book_title }: Props) =>
  book_title === null
    ? 'Ready to promote your next book?'
    : fitSubject(book_title, (title) => `Your listing for ${title} isn’t finished`);

export const headers = ({ unsubscribe_url }: Props) => oneClickHeaders('recapture', unsubscribe_url);

export const Email = ({ site, ...props }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={props.book_title === null ? 'Ready for your next promotion?' : 'Your book’s listing isn’t finished'}
    preheader={
      props.book_title === null
        ? `Choose a date. You’ll pay per click after the newsletter goes out, ${MAX_COST} at most.`
        : 'Your draft is saved. Once the book is active, you can choose a date for it.'
    }
    reason="You’re receiving this email, at most once a month, because you have a partner account on Deckle."
    unsubscribe_url={props.unsubscribe_url}
  >
    <Paragraph>Hi {props.partner_name},</Paragraph>
    {props.book_title === null ? <AboutAbsence {...props} /> : <AboutDraft {...props} />}
  </EmailLayout>
);

const MAX_COST = formatCents(MAX_PROMO_COST_CENTS);

const AboutDraft = ({ book_title, book_edit_url }: DraftProps) => (
  <>
    <Paragraph>
      The listing for {oneLine(book_title)} is still a draft, so readers can’t see the book and you can’t promote it
      yet. Your draft is saved. Add the missing details and a link to at least one store, then set its status to active.
    </Paragraph>
    <Paragraph>
      Then you can choose a date for it in our newsletter. You’ll pay for billable clicks and any add-ons, after the
      newsletter goes out, and never more than {MAX_COST} per promotion.
    </Paragraph>
    <ActionButton href={book_edit_url}>Finish your listing</ActionButton>
  </>
);

const AboutAbsence = ({ new_promotion_url }: AbsenceProps) => (
  <>
    <Paragraph>
      It’s been a while since your last promotion. A book can run again after 30 days, so yours are probably eligible.
    </Paragraph>
    <Paragraph>
      The calendar shows which dates still have a slot in your category. You’ll pay for billable clicks and any add-ons,
      after the newsletter goes out, and never more than {MAX_COST} per promotion.
    </Paragraph>
    <ActionButton href={new_promotion_url}>Choose a date</ActionButton>
  </>
);
