import { EmailLayout } from './layout.tsx';
import { ActionButton, FullUrl, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';

type Props = EmailProps['password_reset'];

export const subject = (_props: Props) => 'Choose a new Deckle password';

export const Email = ({ name, reset_url, site }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Choose a new password"
    preheader="This link works for six hours. Until you choose a new password, your current one still works."
    reason="You’re receiving this email because someone, hopefully you, asked for a new password for this address."
  >
    <Paragraph>Hi {name},</Paragraph>
    <Paragraph>Here’s the link to choose a new password. It works for the next six hours.</Paragraph>
    <ActionButton href={reset_url}>Choose a new password</ActionButton>
    <Paragraph>
      If you didn’t ask for this, there’s nothing you need to do. Nobody can change your password without the link, and
      the current one still works.
    </Paragraph>
    <FullUrl href={reset_url} />
  </EmailLayout>
);
