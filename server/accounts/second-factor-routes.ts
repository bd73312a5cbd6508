import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { partnerSecondFactorApi, userSecondFactorApi } from '#shared/api/second-factor.ts';
import { limitProofs } from './reauthenticate.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  presentSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';

/** Second factor of the caller's account. Wrong codes count like wrong passwords. */
export const secondFactorRoutes = (deps: Deps, api: typeof partnerSecondFactorApi | typeof userSecondFactorApi) =>
  implement(api, {
    show: ({ session }) => ({ second_factor: presentSecondFactor(session.account) }),
    begin: ({ session, body }) =>
      limitProofs(deps, session, () => beginSecondFactor(deps, session, body.current_password)),
    confirm: async ({ session, body }) => {
      const { account, recovery_codes } = await limitProofs(deps, session, () =>
        confirmSecondFactor(deps, session, body.otp),
      );
      return { second_factor: presentSecondFactor(account), recovery_codes };
    },
    renewRecoveryCodes: async ({ session, body }) => {
      const { account, recovery_codes } = await limitProofs(deps, session, () =>
        renewRecoveryCodes(deps, session, body.otp),
      );
      return { second_factor: presentSecondFactor(account), recovery_codes };
    },
    end: async ({ session, body }) => ({
      second_factor: presentSecondFactor(await limitProofs(deps, session, () => endSecondFactor(deps, session, body))),
    }),
  });
