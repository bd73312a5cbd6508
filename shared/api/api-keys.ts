import { ApiKeyInput, ApiKeyList, CreatedApiKey } from '#shared/api-keys.ts';
import { Conflict } from './errors.ts';
import type { Api } from './operation.ts';

/** A key can't call these: they need a session. */
export const apiKeysApi = {
  list: {
    method: 'get',
    path: '/api/v1/api_keys',
    summary: 'List your API keys',
    access: 'both',
    responses: { 200: ApiKeyList },
  },
  create: {
    method: 'post',
    path: '/api/v1/api_keys',
    summary: 'Create an API key; returns the key once',
    details: 'A key has its owner’s permissions, limited by its scopes. Choose the fewest that your program needs.',
    access: 'both',
    hasSecrets: true,
    rateLimited: true,
    body: ApiKeyInput,
    example: { name: 'Sales dashboard', scopes: ['read'], current_password: 'a long enough passphrase' },
    responses: { 201: CreatedApiKey, 409: Conflict },
  },
  revoke: {
    method: 'delete',
    path: '/api/v1/api_keys/{id}',
    summary: 'Revoke an API key; requests that use it fail from then on',
    access: 'both',
    responses: { 204: null },
  },
} as const satisfies Api;
