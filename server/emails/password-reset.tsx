import { MailLayout } from './layout.tsx';
import { ActionButton, AddressInFull, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';

type Props = MailProps['password_reset'];

export const subject = (_props: Props) => 'Choose a new Deckle password';

export const Mail = ({ name, reset_url, site }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Choose a new password"
    preheader="The link inside works for six hours. Your current password stays valid until you choose another."
    because="You’re receiving this email because someone, hopefully you, asked for a new password for this address."
  >
    <Paragraph>Hello {name},</Paragraph>
    <Paragraph>Here is the link to choose a new password. It works for the next six hours.</Paragraph>
    <ActionButton href={reset_url}>Choose a new password</ActionButton>
    <Paragraph>
      Didn’t ask for this? Then there’s nothing you need to do. Nobody can change your password without the link, and
      the current one stays valid.
    </Paragraph>
    <AddressInFull href={reset_url} />
  </MailLayout>
);
