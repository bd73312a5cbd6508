import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Row } from '#client/ui/Stack.tsx';
import type { Role } from '#shared/auth.ts';
import type { SecondFactor } from '#shared/second-factor.ts';
import classes from './Accounts.module.css';
import { secondFactorClient, secondFactorQuery } from './CodeInput.tsx';
import { reloadAccess } from './SessionsPanel.tsx';

type Props = {
  forRole: Role;
  /** Called when the person confirms that they've saved the recovery codes. */
  onSetUp?: () => void;
};

export function SecondFactorPanel({ forRole: role, onSetUp }: Props) {
  const queryClient = useQueryClient();
  const query = useQuery(secondFactorQuery(role));
  const [codes, setCodes] = useState<string[]>([]);
  const reload = () => queryClient.invalidateQueries(secondFactorQuery(role));
  const handleChange = (second_factor: SecondFactor, recovery_codes: string[] = []) => {
    queryClient.setQueryData(secondFactorQuery(role).queryKey, second_factor);
    setCodes(recovery_codes);
    void reloadAccess(queryClient, role);
  };
  return (
    <Panel
      title="Two-factor authentication"
      lead="Signing in will also require a code from an authenticator app on your phone, so a stolen password isn’t enough. Turning this on or off, or creating new recovery codes, signs you out everywhere else and revokes your API keys."
    >
      {codes.length > 0 && (
        <RecoveryCodes
          codes={codes}
          onSaved={() => {
            setCodes([]);
            onSetUp?.();
          }}
        />
      )}
      <QueryBoundary query={query}>
        {(state) =>
          state.enabled ? (
            <>
              <SecondFactorOn
                forRole={role}
                codesLeft={state.recovery_codes_left}
                onChanged={handleChange}
                onSettled={reload}
              />
              {onSetUp && codes.length === 0 && (
                <>
                  <p>If you haven’t saved your recovery codes, create new ones before you continue.</p>
                  <div>
                    <Button onClick={onSetUp}>Continue</Button>
                  </div>
                </>
              )}
            </>
          ) : (
            <SecondFactorOff forRole={role} onChanged={handleChange} onSettled={reload} />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

/** Codes for signing in without the app, such as after losing the phone. */
const RecoveryCodes = ({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) => (
  <Alert kind="warning" title="Save these recovery codes. You won’t see them again.">
    <p>Each signs you in once without the app. Print them, or keep them in a password manager.</p>
    <ul className={classes.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <Row>
      <CopyButton text={codes.join('\n')}>Copy all</CopyButton>
      <Button onClick={onSaved}>I’ve saved these codes</Button>
    </Row>
  </Alert>
);

type FormProps = {
  forRole: Role;
  onChanged: (state: SecondFactor, codes?: string[]) => void;
  /** Reloads the state, because a lost response or another tab may have changed it. */
  onSettled: () => Promise<void>;
};

const SecondFactorOn = ({ codesLeft, ...form }: { codesLeft: number } & FormProps) => (
  <>
    <p>
      It’s on. {codesLeft} of your recovery codes {codesLeft === 1 ? 'is' : 'are'} left.
    </p>
    <details>
      <summary className={classes.summary}>Create new recovery codes</summary>
      <NewCodesForm {...form} />
    </details>
    <details>
      <summary className={classes.summary}>Turn off two-factor authentication</summary>
      <TurnOffForm {...form} />
    </details>
  </>
);

function NewCodesForm({ forRole: role, onChanged, onSettled }: FormProps) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { otp: '' },
    submit: (values) => secondFactorClient(role).renewRecoveryCodes({ body: values }),
    onSuccess: ({ second_factor, recovery_codes }) => onChanged(second_factor, recovery_codes),
    onSettled,
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <p>Your old codes will stop working.</p>
      <Field label="Authentication code" autoComplete="one-time-code" maxLength={40} {...form.getInputProps('otp')} />
      <div>
        <Button look="quiet" type="submit" busy={busy}>
          Create new recovery codes
        </Button>
      </div>
    </form>
  );
}

function TurnOffForm({ forRole: role, onChanged, onSettled }: FormProps) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { current_password: '', otp: '' },
    submit: (values) => secondFactorClient(role).end({ body: values }),
    success: 'Two-factor authentication is off.',
    onSuccess: ({ second_factor }) => onChanged(second_factor),
    onSettled,
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <Field
        type="password"
        label="Password"
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      <Field
        label="Authentication code or recovery code"
        autoComplete="one-time-code"
        maxLength={40}
        {...form.getInputProps('otp')}
      />
      <div>
        <Button look="danger" type="submit" busy={busy}>
          Turn off two-factor authentication
        </Button>
      </div>
    </form>
  );
}

type PendingSetup = { secret: string; otpauth_uri: string };

const QrCode = lazyPart(
  'qr-code',
  async () => (await import('./QrCode.tsx')).QrCode,
  () => null,
);

/** Asks for the password, then shows the new secret and asks for a code from it. */
function SecondFactorOff({ forRole: role, onChanged, onSettled }: FormProps) {
  const [pendingSetup, setPendingSetup] = useState<PendingSetup | null>(null);
  return pendingSetup ? (
    <ConfirmForm pendingSetup={pendingSetup} forRole={role} onChanged={onChanged} onSettled={onSettled} />
  ) : (
    <StartForm forRole={role} onStart={setPendingSetup} onSettled={onSettled} />
  );
}

type StartProps = Omit<FormProps, 'onChanged'> & { onStart: (pendingSetup: PendingSetup) => void };

function StartForm({ forRole: role, onStart, onSettled }: StartProps) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { current_password: '' },
    submit: (values) => secondFactorClient(role).begin({ body: values }),
    onSuccess: onStart,
    onSettled,
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <p>It’s off.</p>
      <Field
        type="password"
        label="Enter your password to start"
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      <div>
        <Button type="submit" busy={busy}>
          Turn on two-factor authentication
        </Button>
      </div>
    </form>
  );
}

function ConfirmForm({
  pendingSetup: { secret, otpauth_uri },
  forRole: role,
  onChanged,
  onSettled,
}: { pendingSetup: PendingSetup } & FormProps) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { otp: '' },
    submit: (values) => secondFactorClient(role).confirm({ body: values }),
    success: 'Two-factor authentication is on.',
    onSuccess: ({ second_factor, recovery_codes }) => onChanged(second_factor, recovery_codes),
    onSettled,
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <p>
        Scan this code with your authenticator app, or <a href={otpauth_uri}>open it in the app on this device</a>.
      </p>
      <QrCode
        placeholder={<div className={classes.qr} />}
        text={otpauth_uri}
        label="QR code for your authenticator app"
      />
      <p>Can’t scan it? Type this key into the app:</p>
      <code className={classes.secret}>{secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}</code>
      <Field
        label="Authentication code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        {...form.getInputProps('otp')}
      />
      <div>
        <Button type="submit" busy={busy}>
          Confirm code
        </Button>
      </div>
    </form>
  );
}
