import { useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '#shared/business.ts';
import { Field } from './Field.tsx';
import { passwordHint } from './password-hint.ts';

/** A password being chosen, with a word on its strength while it is typed. */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  const [typed, setTyped] = useState('');
  return (
    <Field
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      minLength={MIN_PASSWORD_LENGTH}
      onChange={(event) => setTyped(event.currentTarget.value)}
      hint={passwordHint(typed)}
    />
  );
}
