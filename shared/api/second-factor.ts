/** The second factor of the caller's account. */
import type { Role } from '#shared/auth.ts';
import {
  SecondFactorCodes,
  SecondFactorEnd,
  SecondFactorPassword,
  SecondFactorProof,
  SecondFactorResponse,
  SecondFactorStart,
} from '#shared/second-factor.ts';
import { Conflict } from './errors.ts';
import type { Api } from './operation.ts';

const secondFactorApi = <R extends Role>(role: R) => {
  const base = `/api/v1/${role}-auth/second_factor` as const;
  const rateLimited = { method: 'post', access: role, rateLimited: true, hasSecrets: true } as const;
  return {
    show: {
      method: 'get',
      path: base,
      summary: 'Get your two-factor authentication status',
      access: role,
      responses: { 200: SecondFactorResponse },
    },
    begin: {
      ...rateLimited,
      path: base,
      summary: 'Create a new secret for an authenticator app',
      body: SecondFactorPassword,
      example: { current_password: 'a long enough passphrase' },
      responses: { 200: SecondFactorStart, 409: Conflict },
    },
    confirm: {
      ...rateLimited,
      path: `${base}/confirm`,
      summary: 'Turn on two-factor authentication with a code from the new secret; returns the recovery codes once',
      body: SecondFactorProof,
      example: { otp: '123456' },
      responses: { 200: SecondFactorCodes, 409: Conflict },
    },
    renewRecoveryCodes: {
      ...rateLimited,
      path: `${base}/recovery_codes`,
      summary: 'Create new recovery codes; revokes the old ones',
      body: SecondFactorProof,
      example: { otp: '123456' },
      responses: { 200: SecondFactorCodes, 409: Conflict },
    },
    end: {
      ...rateLimited,
      path: `${base}/end`,
      summary: 'Turn off two-factor authentication',
      body: SecondFactorEnd,
      example: { current_password: 'a long enough passphrase', otp: '123456' },
      responses: { 200: SecondFactorResponse, 409: Conflict },
    },
  } as const satisfies Api;
};

export const partnerSecondFactorApi = secondFactorApi('partner');
export const userSecondFactorApi = secondFactorApi('user');
