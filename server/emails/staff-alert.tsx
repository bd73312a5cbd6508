import { MailLayout } from './layout.tsx';
import { ActionButton, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = MailProps['staff_alert'];

export const subject = ({ headline }: Props) => fitSubject(headline, (words) => words);

export const Mail = ({ site, headline, message, details_url }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title={headline}
    preheader={message.slice(0, 120)}
    because="You’re receiving this email because this address is the support address of this installation."
  >
    <Paragraph>{message}</Paragraph>
    <ActionButton href={details_url}>Open the details</ActionButton>
  </MailLayout>
);
