/**
 * Error bodies of `/partner-auth` and `/user-auth`. Unlike the rest of the API, they follow devise_token_auth byte for
 * byte wherever it has the same error.
 */

import { AppError } from '#server/platform/errors.ts';
import { withFullMessages } from '#shared/errors.ts';

const failure = (message: string) => ({ success: false, errors: [message] });
const withStatus = (message: string) => ({ ...failure(message), status: 'error' });
type Problems = { [field: string]: string[] };

export const badCredentials = () => new AppError(401, failure('Invalid login credentials. Please try again.'));
/** Sent only for accounts with a second factor; `code` tells the form to ask for it. */
export const otpRequired = () =>
  new AppError(401, { ...failure('Enter the code from your authenticator app.'), code: 'otp_required' });
export const otpRefused = () =>
  new AppError(401, {
    ...failure('That code isn’t right. Codes change every 30 seconds and work once.'),
    code: 'otp_invalid',
  });
export const signInRequiresPost = () =>
  new AppError(405, failure('Use POST /sign_in to sign in. GET is not supported.'));
export const emptySignUp = () => new AppError(422, withStatus('Please submit proper sign up data in request body.'));
export const signUpRefused = (data: object, problems: Problems) =>
  new AppError(422, { status: 'error', data, errors: withFullMessages(problems) });
export const badToken = () => new AppError(401, failure('Invalid login credentials'));
export const notSignedIn = () => new AppError(404, failure('User was not found or was not logged in.'));
export const redirectMissing = () => new AppError(401, failure('Missing redirect URL.'));
export const redirectRefused = (url: string) =>
  new AppError(422, { ...failure(`Redirect to '${url}' not allowed.`), status: 'error', data: null });
export const emailMissing = () => new AppError(401, failure('You must provide an email address.'));
export const unauthorized = () => new AppError(401, failure('Unauthorized'));
export const passwordsMissing = () =>
  new AppError(422, failure("You must fill out the fields labeled 'Password' and 'Password confirmation'."));
export const passwordRefused = (problems: Problems) =>
  new AppError(422, { success: false, errors: withFullMessages(problems) });
export const emptyAccount = () =>
  new AppError(422, withStatus('Please submit proper account update data in request body.'));
export const accountRefused = (problems: Problems) =>
  new AppError(422, { status: 'error', errors: withFullMessages(problems) });
export const userNotFound = () => new AppError(404, withStatus('User not found.'));
export const cannotDestroy = () => new AppError(404, withStatus('Unable to locate account for destruction.'));
export const openPromotionsError = () =>
  new AppError(
    409,
    withStatus(
      'A promotion is still in review, booked, running, or unpaid. Cancel it before its newsletter closes. After that, wait for its final cost and pay what’s due. Then delete the account.',
    ),
  );
export const RESET_SENT =
  'If your email address exists in our database, you will receive a password recovery link at your email address in a few minutes.';
export const PASSWORD_UPDATED = 'Your password has been successfully updated.';
