import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { clientFor } from '#client/api/client.ts';
import { Field } from '#client/ui/Field.tsx';
import { partnerSecondFactorApi, userSecondFactorApi } from '#shared/api/second-factor.ts';
import type { Role } from '#shared/auth.ts';

/** The code field beside the current password, for accounts with a second factor. */
export function CodeInput({ forRole, ...input }: { forRole: Role } & Partial<ComponentProps<typeof Field>>) {
  const isEnabled = useQuery(secondFactorQuery(forRole)).data?.enabled;
  if (!isEnabled) return null;
  return <Field label="Authentication code or recovery code" autoComplete="one-time-code" maxLength={40} {...input} />;
}

const CLIENTS = { partner: clientFor(partnerSecondFactorApi, 'partner'), user: clientFor(userSecondFactorApi, 'user') };
export const secondFactorClient = (role: Role) => CLIENTS[role];

export const secondFactorQuery = (role: Role) =>
  queryOptions({
    queryKey: [role, 'second factor'],
    queryFn: async () => (await CLIENTS[role].show()).second_factor,
  });
