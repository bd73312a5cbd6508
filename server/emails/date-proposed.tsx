import { formatInstant } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['date_proposed'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `A new date for ${title}: please confirm`);

export const Mail = ({ site, message, deal_ends_on, answer_by, is_date_passed, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Can we run it on another date?"
    preheader={`We’d like to run it on ${formatDate(facts.date)}. Please answer by ${formatInstant(answer_by)}.`}
    because="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hello {facts.partner_name},</Paragraph>
    <Paragraph>
      We’d like to run your promotion on {formatDate(facts.date)}, which isn’t one of the dates you named. We’ll only
      run it then if you confirm.
    </Paragraph>
    {message && <Quote>{message}</Quote>}
    <Facts
      {...facts}
      more={[
        ['Deal ends on', formatDate(deal_ends_on)],
        ['Answer by', formatInstant(answer_by)],
      ]}
    />
    <Paragraph>
      Confirm the date on the promotion’s page, or tell us there which date suits you better. Replies to this email
      don’t reach the promotion.{' '}
      {is_date_passed
        ? 'If we don’t hear from you within a week, we’ll cancel it, free of charge.'
        : 'If we don’t hear from you by then, we’ll decline it, free of charge.'}
    </Paragraph>
    <ActionButton href={facts.promotion_url}>Confirm the date</ActionButton>
  </MailLayout>
);
