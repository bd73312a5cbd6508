import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { Role } from '#shared/auth.ts';
import type { SecondFactor } from '#shared/second-factor.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorOff } from './SecondFactorOff.tsx';
import { SecondFactorOn } from './SecondFactorOn.tsx';
import { secondFactorQuery } from './second-factor.ts';

/** Recovery codes are shown once, right after they were made. */
type Props = {
  forRole: Role;
  /** After the second factor was turned on and its recovery codes were kept. */
  onSetUp?: () => void;
};

export function SecondFactorPanel({ forRole: role, onSetUp }: Props) {
  const client = useQueryClient();
  const query = useQuery(secondFactorQuery(role));
  const [codes, setCodes] = useState<string[]>([]);
  const changed = (second_factor: SecondFactor, recovery_codes: string[] = []) => {
    client.setQueryData(secondFactorQuery(role).queryKey, second_factor);
    setCodes(recovery_codes);
  };
  return (
    <Panel
      title="Second factor"
      lead="With it, signing in also needs a code from an authenticator app on your phone: a stolen password alone opens nothing."
    >
      {codes.length > 0 && (
        <RecoveryCodes
          codes={codes}
          onKept={() => {
            setCodes([]);
            onSetUp?.();
          }}
        />
      )}
      <Loaded query={query}>
        {(state) =>
          state.enabled ? (
            <SecondFactorOn forRole={role} left={state.recovery_codes_left} onChanged={changed} />
          ) : (
            <SecondFactorOff forRole={role} onChanged={changed} />
          )
        }
      </Loaded>
    </Panel>
  );
}
