import { MailLayout } from './layout.tsx';
import { ActionButton, Bullets, Facts, Paragraph, Quote } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['changes_reviewed'];

export const subject = ({ book_title, is_accepted }: Props) =>
  fitSubject(book_title, (title) =>
    is_accepted ? `Your changes to ${title} are approved` : `${title} will run as we approved it`,
  );

export const Mail = ({ site, is_accepted, changes, message, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title={is_accepted ? 'Your changes are approved' : 'We kept the approved version'}
    preheader={is_accepted ? 'Readers will get the new version.' : 'Readers will get the version we approved earlier.'}
    because="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      {is_accepted
        ? 'Our editors approved your changes:'
        : 'Our editors decided to send the approved version of your promotion, without these changes:'}
    </Paragraph>
    <Bullets items={changes} />
    {message && <Quote>{message}</Quote>}
    <Facts {...facts} />
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </MailLayout>
);
