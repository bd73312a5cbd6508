import { MailLayout } from './layout.tsx';
import { Paragraph, TextLink } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';

type Props = MailProps['account_notice'];

const TITLES: Record<Props['change'], string> = {
  email: 'Your email address was changed',
  password: 'A new password was set',
  second_factor_on: 'The second factor was turned on',
  second_factor_off: 'The second factor was turned off',
  recovery_codes: 'New recovery codes were created',
  closed: 'Your account was closed',
};

const sentenceOf = ({ change, account, new_email }: Props) =>
  ({
    email: `The email address of your ${account} account on Deckle is now ${new_email}. Use it to sign in; we’ll send our emails there. All other sessions were signed out.`,
    password: `A new password was set for your ${account} account on Deckle. All other sessions were signed out.`,
    second_factor_on: `Signing in to your ${account} account on Deckle now also needs a code from an authenticator app. All other sessions were signed out.`,
    second_factor_off: `Signing in to your ${account} account on Deckle no longer needs a code from an authenticator app. All other sessions were signed out.`,
    recovery_codes: `New recovery codes were created for your ${account} account on Deckle, and the old ones no longer work. All other sessions were signed out.`,
    closed: `Your ${account} account on Deckle was closed. Nobody can sign in to it anymore.`,
  })[change];

export const subject = ({ change }: Props) => TITLES[change];

export const Mail = ({ site, ...props }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title={TITLES[props.change]}
    preheader="If that was you, there’s nothing you need to do."
    because="You’re receiving this email because your account was changed. These emails can’t be turned off."
  >
    <Paragraph>Hello,</Paragraph>
    <Paragraph>{sentenceOf(props)}</Paragraph>
    <Paragraph>If that was you, there’s nothing you need to do.</Paragraph>
    <Paragraph>
      {props.change === 'email' || props.change === 'closed' ? (
        <>
          Wasn’t that you? Write to <TextLink href={`mailto:${site.support_email}`}>{site.support_email}</TextLink>{' '}
          right away.
        </>
      ) : (
        <>
          Wasn’t that you? <TextLink href={props.forgot_url}>Set a new password</TextLink> right away, then write to{' '}
          <TextLink href={`mailto:${site.support_email}`}>{site.support_email}</TextLink>.
        </>
      )}
    </Paragraph>
  </MailLayout>
);
