import { MailLayout } from './layout.tsx';
import { ActionButton, AddressInFull, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';

type Props = MailProps['email_verification'];

export const subject = (_props: Props) => 'Verify your email address';

export const Mail = ({ is_new_account, verify_url, days, site }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Verify your email address"
    preheader={`Open the page and press the button. The link works for ${days} days.`}
    because="You’re receiving this email because this address was entered for a partner account on Deckle."
  >
    <Paragraph>Hello,</Paragraph>
    <Paragraph>
      {is_new_account
        ? 'Thanks for signing up as a partner. Please verify that this address is yours.'
        : 'This address was entered for your partner account. Please verify that it’s yours.'}{' '}
      You can book promotions before that, but our editors can’t approve them. The link works for {days} days.
    </Paragraph>
    <ActionButton href={verify_url}>Verify this address</ActionButton>
    <Paragraph>Wasn’t that you? Ignore this email, and the address stays unverified.</Paragraph>
    <AddressInFull href={verify_url} />
  </MailLayout>
);
