import { EmailLayout } from './layout.tsx';
import { ActionButton, FullUrl, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';

type Props = EmailProps['email_verification'];

export const subject = (_props: Props) => 'Verify your email address';

export const Email = ({ is_new_account, verify_url, days, site }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Verify your email address"
    preheader={`Open the link to verify your address. It works for ${days} days.`}
    reason="You’re receiving this email because this address was entered for a partner account on Deckle."
  >
    <Paragraph>Hi,</Paragraph>
    <Paragraph>
      {is_new_account
        ? 'Thanks for signing up as a partner. Please verify that this address is yours.'
        : 'This address was entered for your partner account. Please verify that it’s yours.'}{' '}
      You can submit promotions now, but we can’t approve them until you verify. The link works for {days} days.
    </Paragraph>
    <ActionButton href={verify_url}>Verify this address</ActionButton>
    <Paragraph>If you didn’t enter this address, ignore this email, and the address will stay unverified.</Paragraph>
    <FullUrl href={verify_url} />
  </EmailLayout>
);
