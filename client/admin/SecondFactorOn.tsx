import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useApiForm } from '#client/api/use-api-form.ts';
import type { SecondFactor } from '#shared/admin.ts';
import { endSecondFactor, renewRecoveryCodes } from './own-account.ts';
import classes from './SecondFactor.module.css';

type Props = { onChanged: (state: SecondFactor, codes?: string[]) => void };

export const SecondFactorOn = ({ left, onChanged }: { left: number } & Props) => (
  <>
    <p>
      It is on. {left} of your recovery codes {left === 1 ? 'is' : 'are'} left.
    </p>
    <details>
      <summary className={classes.summary}>New recovery codes</summary>
      <Renew onChanged={onChanged} />
    </details>
    <details>
      <summary className={classes.summary}>Turn it off</summary>
      <End onChanged={onChanged} />
    </details>
  </>
);

function Renew({ onChanged }: Props) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { otp: '' },
    submit: renewRecoveryCodes,
    onSuccess: ({ second_factor, recovery_codes }) => onChanged(second_factor, recovery_codes),
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <TextInput label="Code of the app" autoComplete="one-time-code" maxLength={40} {...form.getInputProps('otp')} />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          Make new codes
        </Button>
      </div>
    </form>
  );
}

function End({ onChanged }: Props) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { current_password: '', otp: '' },
    submit: endSecondFactor,
    success: 'The second factor is off.',
    onSuccess: ({ second_factor }) => onChanged(second_factor),
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('current_password')} />
      <TextInput
        label="Code of the app, or a recovery code"
        autoComplete="one-time-code"
        maxLength={40}
        {...form.getInputProps('otp')}
      />
      <div>
        <Button type="submit" color="red" loading={busy}>
          Turn it off
        </Button>
      </div>
    </form>
  );
}
