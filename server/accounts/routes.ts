/**
 * `/partner-auth` and `/user-auth`: accounts, passwords, and signing in and out in the wire format of
 * devise_token_auth; the list of sessions; and the second factor. Also API keys.
 */
import type passport from 'passport';
import { type Handlers, implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { partnerAuthApi, userAuthApi } from '#shared/api/auth.ts';
import { partnerSecondFactorApi, userSecondFactorApi } from '#shared/api/second-factor.ts';
import type { Role } from '#shared/auth.ts';
import { accountHandlers, partnerAccountHandlers } from './account-routes.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { authContext } from './auth-context.ts';
import { passwordHandlers } from './password-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInHandlers } from './sign-in-routes.ts';

export function authRoutes(deps: Deps, authenticator: passport.Authenticator) {
  const handlersFor = (role: Role) => {
    const context = authContext(role);
    return {
      ...signInHandlers(deps, authenticator, context),
      ...passwordHandlers(deps, context),
      ...accountHandlers(deps, context),
    };
  };
  const forPartners = { ...handlersFor('partner'), ...partnerAccountHandlers(deps, authContext('partner')) };
  return [
    // The casts pin each role's account type, which the shared handlers leave generic.
    ...implement(partnerAuthApi, forPartners as Handlers<typeof partnerAuthApi>),
    ...implement(userAuthApi, handlersFor('user') as Handlers<typeof userAuthApi>),
    ...sessionRoutes(deps, 'partner'),
    ...sessionRoutes(deps, 'user'),
    ...secondFactorRoutes(deps, partnerSecondFactorApi),
    ...secondFactorRoutes(deps, userSecondFactorApi),
    ...apiKeyRoutes(deps),
  ];
}
