import { formatInstant } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['slot_offered'];

export const subject = ({ book_title }: Props) => fitSubject(book_title, (title) => `A slot opened up for ${title}`);

export const Email = ({ site, reason, conflicting_date, offer_ends_at, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="A slot opened up on your date"
    preheader={`We’re holding it for you until ${formatInstant(offer_ends_at)}.`}
    reason="You’re receiving this email because you’re on the waiting list for this date on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      A slot opened up on {formatDate(facts.date)}, and you’re first in line. We’re holding it for you until{' '}
      {formatInstant(offer_ends_at)}. After that, it goes to the next person in line.
    </Paragraph>
    {reason && <Paragraph>We didn’t book it automatically. {reason}</Paragraph>}
    <Facts {...facts} more={[['Held until', formatInstant(offer_ends_at)]]} />
    {conflicting_date && (
      <Paragraph>
        You can’t book it yet: the book’s promotion on {formatDate(conflicting_date)} is less than 30 days from this
        date. Cancel or move that promotion first, or leave the waiting list.
      </Paragraph>
    )}
    <ActionButton href={facts.promotion_url}>
      {conflicting_date ? 'View my waiting list' : 'Book this date'}
    </ActionButton>
  </EmailLayout>
);
