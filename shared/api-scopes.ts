/** Scopes of API keys. Without zod, because screens list them. */
export const API_SCOPES = ['read', 'book', 'review', 'money'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const MAX_API_KEYS = 20;
export const MAX_API_KEY_REQUESTS_PER_MINUTE = 600;
