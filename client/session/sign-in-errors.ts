import { SIGN_IN_TEXTS } from '#shared/errors.ts';

/** Spec §5; {} when both are there. */
export function signInErrors({ email, password }: { email: string; password: string }) {
  return {
    ...(email.trim() === '' ? { email: [SIGN_IN_TEXTS.emailBlank] } : {}),
    ...(password.trim() === '' ? { password: [SIGN_IN_TEXTS.passwordBlank] } : {}),
  };
}
