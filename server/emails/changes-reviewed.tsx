import { EmailLayout } from './layout.tsx';
import { ActionButton, Bullets, Facts, Paragraph, Quote } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['changes_reviewed'];

export const subject = ({ book_title, is_accepted }: Props) =>
  fitSubject(book_title, (title) =>
    is_accepted ? `Your changes to ${title} are approved` : `We didn’t approve your changes to ${title}`,
  );

export const Email = ({ site, is_accepted, changes, message, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={is_accepted ? 'Your changes are approved' : 'Your changes weren’t approved'}
    preheader={is_accepted ? 'Readers will get the new version.' : 'Readers will get the version we approved earlier.'}
    reason="You’re receiving this email because you booked this promotion on Deckle."
  >
    <Paragraph>Hi {facts.partner_name},</Paragraph>
    <Paragraph>
      {is_accepted
        ? 'Our editors approved your changes:'
        : 'Our editors didn’t approve these changes, so the version we approved earlier will run:'}
    </Paragraph>
    <Bullets items={changes} />
    {message && <Quote>{message}</Quote>}
    <Facts {...facts} />
    <ActionButton href={facts.promotion_url}>View promotion</ActionButton>
  </EmailLayout>
);
