import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { useApiForm } from '#client/api/use-api-form.ts';
import type { Role } from '#shared/auth.ts';
import type { SecondFactor } from '#shared/second-factor.ts';
import classes from './SecondFactor.module.css';
import { secondFactorOf } from './second-factor.ts';

type Props = { forRole: Role; onChanged: (state: SecondFactor, codes?: string[]) => void };
type Start = { secret: string; otpauth_uri: string };

const QrCode = lazyPart(
  'qr-code',
  async () => (await import('./QrCode.tsx')).QrCode,
  () => null,
);

/** First the password, then the new secret and a code that proves it arrived. */
export function SecondFactorOff({ forRole: role, onChanged }: Props) {
  const [start, setStart] = useState<Start | null>(null);
  return start ? (
    <Confirm start={start} forRole={role} onChanged={onChanged} />
  ) : (
    <Begin forRole={role} onStart={setStart} />
  );
}

function Begin({ forRole: role, onStart }: { forRole: Role; onStart: (start: Start) => void }) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { current_password: '' },
    submit: (values) => secondFactorOf(role).begin({ body: values }),
    onSuccess: onStart,
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <p>It is off.</p>
      <PasswordInput
        label="Password, to begin"
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      <div>
        <Button type="submit" loading={busy}>
          Turn it on
        </Button>
      </div>
    </form>
  );
}

function Confirm({ start: { secret, otpauth_uri }, forRole: role, onChanged }: { start: Start } & Props) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { otp: '' },
    submit: (values) => secondFactorOf(role).confirm({ body: values }),
    success: 'The second factor is on.',
    onSuccess: ({ second_factor, recovery_codes }) => onChanged(second_factor, recovery_codes),
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <p>
        Scan this code with your authenticator app, or <a href={otpauth_uri}>open it in the app on this device</a>.
      </p>
      <Suspense fallback={<div className={classes.qr} />}>
        <QrCode text={otpauth_uri} label="QR code for your authenticator app" />
      </Suspense>
      <p>Can’t scan it? Type this key into the app:</p>
      <code className={classes.secret}>{secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}</code>
      <TextInput
        label="The six digits that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        {...form.getInputProps('otp')}
      />
      <div>
        <Button type="submit" loading={busy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
