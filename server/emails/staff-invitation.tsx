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
    preheader={`The link inside works for ${days} days. You choose your own password.`}
    because={`You get this mail because ${invited_by} made a staff account for this address.`}
  >
    <Paragraph>Hello {name},</Paragraph>
    <Paragraph>
      {invited_by} has made you {ROLES[role]} of Deckle. Choose a password of at least 15 characters and you are in. The
      link works for {days} days, until the password is chosen.
    </Paragraph>
    <ActionButton href={accept_url}>Choose a password</ActionButton>
    <Paragraph>You do not know what this is about? Then do nothing: without the link nobody can sign in.</Paragraph>
    <AddressInFull href={accept_url} />
  </MailLayout>
);
