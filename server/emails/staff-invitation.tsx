import { EmailLayout } from './layout.tsx';
import { ActionButton, FullUrl, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject } from './wording.ts';

type Props = EmailProps['staff_invitation'];

const ROLES = { admin: 'an administrator', editor: 'an editor' } as const;

export const subject = ({ invited_by }: Props) =>
  fitSubject(invited_by, (name) => `${name} invited you to join the Deckle team`);

export const Email = ({ name, invited_by, role, accept_url, days, site }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Your staff account"
    preheader={`The link works for ${days} days. You’ll choose your own password.`}
    reason={`You’re receiving this email because ${invited_by} created a staff account for this address.`}
  >
    <Paragraph>Hi {name},</Paragraph>
    <Paragraph>
      {invited_by} invited you to join Deckle as {ROLES[role]}. Choose a password of at least 15 characters to sign in.
      The link works once, within {days} days.
    </Paragraph>
    <ActionButton href={accept_url}>Choose a password</ActionButton>
    <Paragraph>Not expecting this? Ignore this email. Nobody can set a password without the link.</Paragraph>
    <FullUrl href={accept_url} />
  </EmailLayout>
);
