import { MailLayout } from './layout.tsx';
import { ActionButton, AddressInFull, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';

type Props = MailProps['staff_invitation'];

const ROLES = { admin: 'an administrator', editor: 'an editor' } as const;

export const subject = ({ invited_by }: Props) => `${invited_by} invites you to the Deckle staff`;

export const Mail = ({ name, invited_by, role, accept_url, days, site }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Your staff account"
    preheader={`The link inside works for ${days} days. You’ll choose your own password.`}
    because={`You’re receiving this email because ${invited_by} created a staff account for this address.`}
  >
    <Paragraph>Hello {name},</Paragraph>
    <Paragraph>
      {invited_by} has made you {ROLES[role]} of Deckle. Choose a password of at least 15 characters to sign in. The
      link works once, within {days} days.
    </Paragraph>
    <ActionButton href={accept_url}>Choose a password</ActionButton>
    <Paragraph>Don’t know what this is about? Ignore this email: without the link, nobody can sign in.</Paragraph>
    <AddressInFull href={accept_url} />
  </MailLayout>
);
