/** Error bodies of the API, and the client's texts for them, which are fixed word for word. */

export type FieldErrors = { [field: string]: string[] } & { base?: string[]; full_messages?: string[] };
export type ErrorBody = { errors?: string[] | FieldErrors; error_id?: string; code?: string };

export const NOT_SIGNED_IN = 'You need to sign in or sign up before continuing.';
export const BAD_API_KEY = 'This API key is unknown or was revoked. Create another one in your account.';

/** `code` of a 409: the installation requires a second factor, and this staff member has none yet. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required';

export const CLIENT_TEXTS = {
  timeout: 'Could not connect to server -- check your internet connection',
  notFound: (email: string) =>
    `Oops, the data you're looking for unexpectedly doesn't exist!  Drop us a line at ${email}`,
  server: (email: string) =>
    `Oops, something went wrong with the server. Try refreshing the page. If that doesn't work, drop us a line at ${email}`,
  systemProblem: 'Woops, our systems encountered a problem',
  notSignedIn: "It looks like you're not signed in. Please sign in before continuing.",
  sessionEnded: 'You’ve been signed out. Please sign in again.',
  crash: "Woops! Something's amiss",
} as const;

export const SIGN_IN_TEXTS = {
  emailBlank: 'Please enter an email address',
  passwordBlank: 'Please enter a password',
} as const;

/** 'sale_price_cents' → 'Sale price'. */
export function fieldLabel(field: string) {
  const words = field
    .replace(/_(cents|ids?|url)$/, '')
    .replaceAll('_', ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Adds the messages that the client shows: 'Title can't be blank'. Complete sentences and messages under `base` are
 * unchanged.
 */
export function withFullMessages(errors: { [field: string]: string[] }): FieldErrors {
  const full_messages = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) =>
      field === 'base' || /^[A-Z]/.test(message) ? message : `${fieldLabel(field)} ${message}`,
    ),
  );
  return { ...errors, full_messages };
}
