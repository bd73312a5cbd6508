import { ApiError } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { notify } from './notify.ts';

/** Shows what spec §8 says about a failed call; an answer that is not as agreed counts as 'Woops…'. */
export function notifyErrors(error: unknown, options: { supportEmail: string; form: boolean }) {
  if (error instanceof Error && error.name === 'AbortError') return;
  const messages = error instanceof ApiError ? errorMessages(error, options) : [CLIENT_TEXTS.html];
  for (const message of messages) notify.error(message);
}
