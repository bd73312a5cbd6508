import { TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Role } from '#shared/auth.ts';
import { secondFactorQuery } from './second-factor.ts';

/** The field for a code, beside the current password, for accounts with a second factor. */
export function CodeInput({ forRole, ...input }: { forRole: Role } & TextInputProps) {
  const isOn = useQuery(secondFactorQuery(forRole)).data?.enabled;
  if (!isOn) return null;
  return (
    <TextInput
      label="Code of the app, or a recovery code"
      autoComplete="one-time-code"
      maxLength={40}
      withAsterisk={false}
      {...input}
    />
  );
}
