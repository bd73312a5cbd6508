/** API keys of the caller's account. */
import { implement } from '#server/api/implement.ts';
import { activeKeys } from '#server/auth/api-keys.ts';
import type { Deps } from '#server/platform/deps.ts';
import { apiKeysApi } from '#shared/api/api-keys.ts';
import { createApiKey, revokeApiKey } from './api-keys.ts';
import { presentKey } from './presenter.ts';

export const apiKeyRoutes = (deps: Deps) =>
  implement(apiKeysApi, {
    list: async ({ session }) => ({ api_keys: (await activeKeys(deps.db, session)).map(presentKey) }),
    create: async ({ session, body }) => {
      const { api_key, secret } = await createApiKey(deps, session, body);
      return { api_key: presentKey(api_key), secret };
    },
    revoke: ({ id, session }) => revokeApiKey(deps, session, id),
  });
