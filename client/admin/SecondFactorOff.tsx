import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiForm } from '#client/api/use-api-form.ts';
import type { SecondFactor } from '#shared/admin.ts';
import { beginSecondFactor, confirmSecondFactor } from './own-account.ts';
import classes from './SecondFactor.module.css';

type Props = { onChanged: (state: SecondFactor, codes?: string[]) => void };
type Start = { secret: string; otpauth_uri: string };

/** First the password, then the new secret and a code that proves it arrived. */
export function SecondFactorOff({ onChanged }: Props) {
  const [start, setStart] = useState<Start | null>(null);
  return start ? <Confirm start={start} onChanged={onChanged} /> : <Begin onStart={setStart} />;
}

function Begin({ onStart }: { onStart: (start: Start) => void }) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { current_password: '' },
    submit: beginSecondFactor,
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

function Confirm({ start: { secret, otpauth_uri }, onChanged }: { start: Start } & Props) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { otp: '' },
    submit: confirmSecondFactor,
    success: 'The second factor is on.',
    onSuccess: ({ second_factor, recovery_codes }) => onChanged(second_factor, recovery_codes),
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <p>
        Add an account to your authenticator app with this key, or{' '}
        <a href={otpauth_uri}>open it in the app on this device</a>.
      </p>
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
