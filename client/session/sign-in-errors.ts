import { SIGN_IN_TEXTS } from '#shared/errors.ts';

/** The errors of blank fields, or {} if there are none. */
export function signInErrors({ email, password }: { email: string; password: string }) {
  return {
    ...(email.trim() === '' ? { email: [SIGN_IN_TEXTS.emailBlank] } : {}),
    ...(password.trim() === '' ? { password: [SIGN_IN_TEXTS.passwordBlank] } : {}),
  };
}
