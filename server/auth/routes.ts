/** partner-auth and user-auth from one builder: the wire of devise_token_auth (design 2-api, the auth table). */
import { Router } from 'express';
import type passport from 'passport';
import type { Deps } from '#server/platform/deps.ts';
import { methodNotAllowed } from '#server/platform/http/error-handler.ts';
import type { Role } from '#shared/auth.ts';
import { accountRoutes } from './account-routes.ts';
import { doorOf, dropCredentialHeaders } from './door.ts';
import { passwordRoutes } from './password-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';

export function authRoutes(deps: Deps, carrier: passport.Authenticator, role: Role): Router {
  const router = Router();
  const door = doorOf(role);
  /** Of this table only a success carries credentials. */
  router.use((_req, res, next) => {
    dropCredentialHeaders(res);
    next();
  });
  router.use(signInRoutes(deps, carrier, door));
  router.use(passwordRoutes(deps, door));
  router.use(accountRoutes(deps, door));

  router.all('/sign_in', methodNotAllowed('POST'));
  router.all('/validate_token', methodNotAllowed('GET'));
  router.all('/sign_out', methodNotAllowed('DELETE'));
  router.all('/password', methodNotAllowed('POST', 'PATCH', 'PUT'));
  router.all('/password/edit', methodNotAllowed('GET'));
  router.all('/', methodNotAllowed(...(role === 'partner' ? ['POST', 'DELETE'] : []), 'PATCH', 'PUT'));
  return router;
}
