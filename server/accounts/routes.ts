/** `/partner-auth` and `/user-auth`: sessions and the second factor, in the wire format of devise_token_auth. */
import type passport from 'passport';
import { type Handlers, implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { partnerAuthApi, userAuthApi } from '#shared/api/auth.ts';
import { partnerSecondFactorApi, userSecondFactorApi } from '#shared/api/second-factor.ts';
import type { Role } from '#shared/auth.ts';
import { accountHandlers, partnerAccountHandlers } from './account-routes.ts';
import { doorOf } from './door.ts';
import { passwordHandlers } from './password-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInHandlers } from './sign-in-routes.ts';

export function authRoutes(deps: Deps, carrier: passport.Authenticator) {
  const handlersFor = (role: Role) => {
    const door = doorOf(role);
    return { ...signInHandlers(deps, carrier, door), ...passwordHandlers(deps, door), ...accountHandlers(deps, door) };
  };
  const forPartners = { ...handlersFor('partner'), ...partnerAccountHandlers(deps, doorOf('partner')) };
  return [
    // The casts pin each role's account type, which the shared handlers leave generic.
    ...implement(partnerAuthApi, forPartners as Handlers<typeof partnerAuthApi>),
    ...implement(userAuthApi, handlersFor('user') as Handlers<typeof userAuthApi>),
    ...sessionRoutes(deps, 'partner'),
    ...sessionRoutes(deps, 'user'),
    ...secondFactorRoutes(deps, partnerSecondFactorApi),
    ...secondFactorRoutes(deps, userSecondFactorApi),
  ];
}
