import { formatDate } from '#shared/long-dates.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['date_passed'];

export const subject = ({ book_title }: Props) =>
  fitSubject(book_title, (title) => `We didn’t review ${title} in time, and we’re sorry`);

export const Email = ({ site, dates, days, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="We didn’t review your promotion in time"
    preheader="That’s our fault, and we’re sorry. Pick another date and we’ll look at it again."
    reason="You’re receiving this email because you submitted this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      The newsletter you booked closed before our editors had reviewed your promotion. That’s our fault, and we’re
      sorry. The promotion didn’t run, and you weren’t charged.
    </Paragraph>
    <Facts {...facts} />
    {dates.length > 0 ? (
      <>
        <Paragraph>Here are the next available dates. Choose one, then confirm it on your promotion’s page:</Paragraph>
        {dates.map(({ date, url }) => (
          <Paragraph key={date}>
            <TextLink href={url}>{formatDate(date)}</TextLink>
          </Paragraph>
        ))}
      </>
    ) : (
      <Paragraph>Please pick another date on the promotion’s page.</Paragraph>
    )}
    <Paragraph>
      If you already lowered the price in the stores, you can change it back for now. If you don’t pick a new date
      within {days} days, we’ll cancel the promotion. You won’t be charged, and you can reuse any discount code you
      entered.
    </Paragraph>
    <ActionButton href={facts.promotion_url}>Pick another date</ActionButton>
  </EmailLayout>
);
