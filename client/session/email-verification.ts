import { queryOptions } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { partnersApi } from '#shared/api/partners.ts';

const partners = clientFor(partnersApi, 'partner');

export const EMAIL_VERIFICATION = ['partner', 'email verification'];

/** Until the address is verified, fetched again when the partner returns to the tab, perhaps from their mailbox. */
export const emailVerificationQuery = (email: string) =>
  queryOptions({
    queryKey: [...EMAIL_VERIFICATION, email],
    queryFn: async () => (await partners.emailVerification()).email_verification,
    refetchOnWindowFocus: (query) => query.state.data?.verified_at === null && 'always',
    meta: { silent: true },
  });

export const resendVerification = () => partners.resendVerification();

/** Needs no session: the link may be opened on another device. */
export const verifyEmail = (token: string) => clientFor(partnersApi).verifyEmail({ body: { token } });
