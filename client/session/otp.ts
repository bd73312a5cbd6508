import { ApiError } from '#client/api/api-error.ts';

/** Whether the server accepted the password and now asks for the second factor. */
export const asksForCode = (error: unknown) => codeOf(error) === 'otp_required';
export const refusedCode = (error: unknown) => codeOf(error) === 'otp_invalid';

const codeOf = (error: unknown) =>
  error instanceof ApiError && error.status === 401 ? (error.body as { code?: string } | undefined)?.code : undefined;
