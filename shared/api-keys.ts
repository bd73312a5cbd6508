/** Personal API keys, for programs of partners and staff. */
import * as z from 'zod';
import { API_SCOPES } from './api-scopes.ts';
import { requiredLine } from './params.ts';

const Scopes = z.array(z.enum(API_SCOPES));

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  scopes: Scopes,
  /** The last four characters of the key, to recognize it. */
  last4: z.string(),
  created_at: z.string(),
  /** Accurate to the minute; null if the key was never used. */
  last_used_at: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;
export const ApiKeyList = z.object({ api_keys: z.array(ApiKey) });
/** `secret` is the key itself, which isn't stored. */
export const CreatedApiKey = z.object({ api_key: ApiKey, secret: z.string() });

/** The password is required, and with two-factor authentication also `otp`. */
export const ApiKeyInput = z.strictObject({
  name: requiredLine(60),
  scopes: Scopes.min(1, 'must include at least one permission').transform((scopes) =>
    API_SCOPES.filter((scope) => scopes.includes(scope)),
  ),
  current_password: z.string().max(1000).optional(),
  otp: z.string().max(100).optional(),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;
