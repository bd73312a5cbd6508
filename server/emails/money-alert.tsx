import { EmailLayout } from './layout.tsx';
import { ActionButton, Facts, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, truncate } from './wording.ts';

type Props = EmailProps['money_alert'];

export const subject = ({ book_title, headline }: Props) => fitSubject(book_title, (title) => `${headline}: ${title}`);

export const Email = ({ site, headline, message, ...facts }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={headline}
    preheader={truncate(message, 120)}
    reason="You’re receiving this email because it’s sent to this Deckle site’s support address."
  >
    <Paragraph>{message}</Paragraph>
    <Facts {...facts} />
    <ActionButton href={facts.promotion_url}>Open the promotion</ActionButton>
  </EmailLayout>
);
