import { queryOptions } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { partnerSecondFactorApi, userSecondFactorApi } from '#shared/api/second-factor.ts';
import type { Role } from '#shared/auth.ts';

const CALLS = { partner: clientFor(partnerSecondFactorApi, 'partner'), user: clientFor(userSecondFactorApi, 'user') };
export const secondFactorOf = (role: Role) => CALLS[role];

export const secondFactorQuery = (role: Role) =>
  queryOptions({
    queryKey: [role, 'second factor'],
    queryFn: async () => (await CALLS[role].show()).second_factor,
  });
