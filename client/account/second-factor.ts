import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import type { Role } from '#shared/auth.ts';
import { SecondFactorAnswer, SecondFactorCodes, SecondFactorStart } from '#shared/second-factor.ts';

const own = (role: Role) => `/${role}-auth/second_factor`;

export const secondFactorQuery = (role: Role) =>
  queryOptions({
    queryKey: [role, 'second factor'],
    queryFn: async () => (await call(own(role), { role, schema: SecondFactorAnswer })).second_factor,
  });

const post = <T>(role: Role, path: string, body: object, schema: { parse(value: unknown): T }) =>
  call(own(role) + path, { method: 'POST', role, body, schema });

export const beginSecondFactor = (role: Role, body: { current_password: string }) =>
  post(role, '', body, SecondFactorStart);
export const confirmSecondFactor = (role: Role, body: { otp: string }) =>
  post(role, '/confirm', body, SecondFactorCodes);
export const renewRecoveryCodes = (role: Role, body: { otp: string }) =>
  post(role, '/recovery_codes', body, SecondFactorCodes);
export const endSecondFactor = (role: Role, body: { current_password: string; otp: string }) =>
  post(role, '/end', body, SecondFactorAnswer);
