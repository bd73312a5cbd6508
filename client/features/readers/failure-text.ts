import { ApiError } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';

/** A failed call in words, for pages that show it in place instead of as a notification. */
export const failureText = (error: Error, supportEmail: string) =>
  error instanceof ApiError ? errorMessages(error, { supportEmail }).join(' ') : CLIENT_TEXTS.html;
