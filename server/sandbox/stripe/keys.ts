/** API keys: the secret key may call every endpoint, the publishable key only those for browsers. */
import type { IncomingMessage } from 'node:http';
import type { Caller } from './endpoints.ts';
import { unauthorized } from './errors.ts';
import { sha256Hex } from './ids.ts';

export type Keys = { secretKey: string; publishableKey: string };

const DEFAULT_SECRET_KEY = 'sk_test_sandbox_without_any_money';

export const keysFrom = (secretKey = DEFAULT_SECRET_KEY): Keys => ({
  secretKey,
  publishableKey: `pk_test_${sha256Hex(`publishable ${secretKey}`).slice(0, 24)}`,
});

/** `param` is the key that a browser form may send as a parameter. */
export function callerOf(
  headers: IncomingMessage['headers'],
  param: unknown,
  { secretKey, publishableKey }: Keys,
): Caller {
  const presentedKey = bearer(headers.authorization) ?? (typeof param === 'string' ? param : undefined);
  if (!presentedKey)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (presentedKey === secretKey) return { isBrowser: false };
  if (presentedKey === publishableKey) return { isBrowser: true };
  throw unauthorized(`Invalid API Key provided: ${presentedKey.slice(0, 8)}${'*'.repeat(8)}`);
}

export const secretKeyRequired = () =>
  unauthorized(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    'secret_key_required',
  );

function bearer(authorization: string | undefined) {
  const [scheme, value] = (authorization ?? '').split(' ');
  if (scheme === 'Basic')
    return Buffer.from(value ?? '', 'base64')
      .toString('utf8')
      .split(':')[0];
  return scheme === 'Bearer' ? value : undefined;
}
