import { formatInstant } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['date_proposed'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `Can we run ${title} on another date?`);

export const Email = ({
  site,
  message,
  deal_ends_on,
  answer_by,
  confirm_by = answer_by,
  is_date_passed,
  ...facts
}: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Can we run it on another date?"
    preheader={`We’d like to run it on ${formatDate(facts.date)}. Please answer by ${formatInstant(confirm_by < answer_by ? confirm_by : answer_by)}.`}
    reason="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      We’d like to run your promotion on {formatDate(facts.date)}, which isn’t one of the dates you chose. If you
      confirm, our editors will make a final decision about that date.
    </Paragraph>
    {message && <Quote>{message}</Quote>}
    <Facts
      {...facts}
      more={[
        ['Deal ends on', formatDate(deal_ends_on)],
        ...(confirm_by < answer_by ? [['Confirm by', formatInstant(confirm_by)] as const] : []),
        ['Answer by', formatInstant(answer_by)],
      ]}
    />
    <Paragraph>
      Confirm the date on the promotion’s page, or suggest another one there. Please don’t reply to this email. If you
      don’t answer in time, we’ll {is_date_passed ? 'cancel' : 'decline'} the promotion, and you won’t be charged.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>Confirm the date</ActionButton>
  </EmailLayout>
);
