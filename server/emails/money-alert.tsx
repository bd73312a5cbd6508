import { MailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['money_alert'];

export const subject = ({ book_title, headline }: Props) => fitSubject(book_title, (title) => `${headline}: ${title}`);

export const Mail = ({ site, headline, message, ...facts }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title={headline}
    preheader={message.slice(0, 120)}
    because="You’re receiving this email because this address is the support address of this installation."
  >
    <Paragraph>{message}</Paragraph>
    <Facts {...facts} more={[['Partner', facts.partner_name]]} />
    <ActionButton href={facts.promotion_url}>Open the promotion</ActionButton>
  </MailLayout>
);
