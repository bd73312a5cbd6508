import { useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '#shared/business.ts';
import { Field } from './Field.tsx';
import { passwordHint } from './password-hint.ts';

type Props = { name: string; label: string; minimum?: number };

/** A new password, with a hint on its strength while it is typed. */
export function NewPasswordField({ name, label, minimum = MIN_PASSWORD_LENGTH }: Props) {
  const [password, setPassword] = useState('');
  return (
    <Field
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      minLength={minimum}
      onChange={(event) => setPassword(event.currentTarget.value)}
      hint={passwordHint(password, minimum)}
    />
  );
}
