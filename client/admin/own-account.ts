import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import { SecondFactorAnswer, SecondFactorCodes, SecondFactorStart } from '#shared/admin.ts';

const role = 'user';
const own = '/user-auth/second_factor';

export const secondFactorQuery = queryOptions({
  queryKey: ['user', 'second factor'],
  queryFn: async () => (await call(own, { role, schema: SecondFactorAnswer })).second_factor,
});

const post = <T>(path: string, body: object, schema: { parse(value: unknown): T }) =>
  call(`${own}${path}`, { method: 'POST', role, body, schema });

export const beginSecondFactor = (body: { current_password: string }) => post('', body, SecondFactorStart);
export const confirmSecondFactor = (body: { otp: string }) => post('/confirm', body, SecondFactorCodes);
export const renewRecoveryCodes = (body: { otp: string }) => post('/recovery_codes', body, SecondFactorCodes);
export const endSecondFactor = (body: { current_password: string; otp: string }) =>
  post('/end', body, SecondFactorAnswer);
