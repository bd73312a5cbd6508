import { EmailLayout } from './layout.tsx';
import { ActionButton, Lines, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, truncate } from './wording.ts';

type Props = EmailProps['staff_alert'];

export const subject = ({ headline }: Props) => fitSubject(headline, (text) => text);

export const Email = ({ site, headline, message, details_url }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={headline}
    preheader={truncate(message, 120)}
    reason="You’re receiving this email because it’s sent to this Deckle site’s support address."
  >
    <Paragraph>
      <Lines>{message}</Lines>
    </Paragraph>
    <ActionButton href={details_url}>Open the details</ActionButton>
  </EmailLayout>
);
