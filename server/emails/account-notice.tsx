import { EmailLayout } from './layout.tsx';
import { Paragraph, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';

type Props = EmailProps['account_notice'];

const TITLES: Record<Exclude<Props['change'], 'closed'>, string> = {
  email: 'Your email address was changed',
  password: 'A new password was set',
  second_factor_on: 'Two-factor authentication was turned on',
  second_factor_off: 'Two-factor authentication was turned off',
  second_factor_reset: 'An administrator turned off two-factor authentication',
  recovery_codes: 'New recovery codes were created',
  api_key: 'A new API key was created',
};

const ifYou = ({ change }: Props) =>
  change === 'second_factor_reset'
    ? 'If you asked for this, turn it on again after you next sign in.'
    : 'If this was you, there’s nothing you need to do.';
const ifNotYou = ({ change }: Props) =>
  change === 'second_factor_reset' ? 'If you didn’t ask for this' : 'If this wasn’t you';
const SIGNED_OUT_EVERYWHERE = 'All other sessions were signed out, and all API keys were revoked.';

const sentenceOf = ({ change, account, new_email }: Props) =>
  ({
    email: `The email address of your ${account} account on Deckle is now ${new_email}. Use it to sign in; we’ll send our emails there. ${SIGNED_OUT_EVERYWHERE}`,
    password: `A new password was set for your ${account} account on Deckle. ${SIGNED_OUT_EVERYWHERE}`,
    second_factor_on: `Signing in to your ${account} account on Deckle now also needs a code from an authenticator app. ${SIGNED_OUT_EVERYWHERE}`,
    second_factor_off: `Signing in to your ${account} account on Deckle no longer needs a code from an authenticator app. ${SIGNED_OUT_EVERYWHERE}`,
    second_factor_reset: `An administrator turned off two-factor authentication for your ${account} account on Deckle. Signing in no longer needs a code from an authenticator app. All sessions were signed out, and all API keys were revoked.`,
    recovery_codes: `New recovery codes were created for your ${account} account on Deckle, and the old ones no longer work. ${SIGNED_OUT_EVERYWHERE}`,
    api_key: `A new API key was created for your ${account} account on Deckle. Programs that have it can use the account until you revoke it.`,
    closed:
      account === 'staff'
        ? 'An administrator disabled your staff account on Deckle. You can’t sign in until an administrator enables it again.'
        : 'Your partner account on Deckle was deleted. Nobody can sign in to it anymore.',
  })[change];

/** Staff can't disable their own account. */
const isByOthers = ({ change, account }: Props) => change === 'closed' && account === 'staff';

export const subject = (props: Props) =>
  props.change === 'closed' ? `Your account was ${isByOthers(props) ? 'disabled' : 'deleted'}` : TITLES[props.change];

export const Email = ({ site, ...props }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={subject(props)}
    preheader={isByOthers(props) ? 'You can’t sign in until an administrator enables it again.' : ifYou(props)}
    reason="You’re receiving this email because your account was changed. These emails can’t be turned off."
  >
    <Paragraph>Hi,</Paragraph>
    <Paragraph>{sentenceOf(props)}</Paragraph>
    {!isByOthers(props) && <Paragraph>{ifYou(props)}</Paragraph>}
    <Paragraph>
      {props.change === 'email' || props.change === 'closed' ? (
        <>
          {isByOthers(props) ? 'If you think this is a mistake' : ifNotYou(props)}, email{' '}
          <TextLink href={`mailto:${site.support_email}`}>{site.support_email}</TextLink>
          {isByOthers(props) ? '.' : ' right away.'}
        </>
      ) : (
        <>
          {ifNotYou(props)}, <TextLink href={props.forgot_url}>set a new password</TextLink> right away, then email{' '}
          <TextLink href={`mailto:${site.support_email}`}>{site.support_email}</TextLink>.
        </>
      )}
    </Paragraph>
  </EmailLayout>
);
