import type { partnerAuthApi } from '#shared/api/auth.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { ApiError, type ApiFailure, isSessionLost } from './api-error.ts';

type Context = {
  supportEmail: string;
  /** True if the caller's form shows a 422's field errors. Then only staff also get a notification. */
  showsFieldErrors?: boolean | undefined;
};

/** The notifications for a failed call. The first case that applies wins. */
export function errorMessages(failure: ApiFailure, { supportEmail, showsFieldErrors = false }: Context): string[] {
  if (failure.kind === 'timeout') return [CLIENT_TEXTS.timeout];
  if (failure.kind === 'html') return [CLIENT_TEXTS.systemProblem];
  if (failure.kind === 403 && failure.role) return [];
  if (failure.kind === 404 && isSessionLost(failure)) return [CLIENT_TEXTS.sessionEnded];
  const errors = failure.body?.errors;
  if (failure.kind === 404 && !errors) return [CLIENT_TEXTS.notFound(supportEmail)];
  if (failure.kind === 500) return [CLIENT_TEXTS.server(supportEmail)];
  if (Array.isArray(errors)) return listMessages(failure, errors);
  if (errors?.base?.length) return [errors.base.join(', ')];
  if (showsFieldErrors && failure.kind === 422 && failure.role !== 'user') return [];
  const full = errors?.full_messages ?? [];
  if (full.length > 0) return failure.role === 'partner' ? [full.join(', ')] : full;
  return [CLIENT_TEXTS.server(supportEmail)];
}

/** A failed call's messages as one text for a form, or the message of any other error. */
export const errorText = (error: Error, supportEmail: string) =>
  error instanceof ApiError ? errorMessages(error, { supportEmail }).join(' ') : error.message;

function listMessages(failure: ApiFailure, errors: string[]) {
  if (isPartnerSignIn(failure) && failure.kind === 401) return [];
  if (errors.length === 0) return [];
  return failure.kind === 401 || failure.role === 'partner' ? [errors.join(', ')] : errors;
}

/** Copied from `partnerAuthApi` and checked by its type: importing the table would add all its rows to every page. */
const PARTNER_SIGN_IN: typeof partnerAuthApi.signIn.path = '/api/v1/partner-auth/sign_in';
const isPartnerSignIn = ({ method, path }: ApiFailure) => method === 'POST' && path === PARTNER_SIGN_IN;
