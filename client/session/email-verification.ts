import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import type { EmailVerification } from '#shared/auth.ts';

type Answer = { email_verification: EmailVerification };
const role = 'partner';

export const EMAIL_VERIFICATION = ['partner', 'email verification'];

/** Asked again when the partner comes back from their mailbox. */
export const emailVerificationQuery = (email: string) =>
  queryOptions({
    queryKey: [...EMAIL_VERIFICATION, email],
    queryFn: async () => (await call<Answer>('/partners/email_verification', { role })).email_verification,
    refetchOnWindowFocus: (query) => query.state.data?.verified_at === null,
    meta: { silent: true },
  });

export const resendVerification = () => call<Answer>('/partners/email_verification', { method: 'POST', role });

/** Needs no session: the link may be opened on another device. */
export const verifyEmail = (token: string) => call('/partners/verify_email', { method: 'POST', body: { token } });
