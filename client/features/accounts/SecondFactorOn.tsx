import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useApiForm } from '#client/api/use-api-form.ts';
import type { Role } from '#shared/auth.ts';
import type { SecondFactor } from '#shared/second-factor.ts';
import classes from './SecondFactor.module.css';
import { secondFactorOf } from './second-factor.ts';

type Props = { forRole: Role; onChanged: (state: SecondFactor, codes?: string[]) => void };

export const SecondFactorOn = ({ left, forRole, onChanged }: { left: number } & Props) => (
  <>
    <p>
      It is on. {left} of your recovery codes {left === 1 ? 'is' : 'are'} left.
    </p>
    <details>
      <summary className={classes.summary}>New recovery codes</summary>
      <Renew forRole={forRole} onChanged={onChanged} />
    </details>
    <details>
      <summary className={classes.summary}>Turn it off</summary>
      <End forRole={forRole} onChanged={onChanged} />
    </details>
  </>
);

function Renew({ forRole: role, onChanged }: Props) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { otp: '' },
    submit: (values) => secondFactorOf(role).renewRecoveryCodes({ body: values }),
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

function End({ forRole: role, onChanged }: Props) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { current_password: '', otp: '' },
    submit: (values) => secondFactorOf(role).end({ body: values }),
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
