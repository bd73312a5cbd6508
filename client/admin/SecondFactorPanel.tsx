import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '#client/partners/parts/Loaded.tsx';
import { Panel } from '#client/partners/parts/Panel.tsx';
import type { SecondFactor } from '#shared/admin.ts';
import { secondFactorQuery } from './own-account.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorOff } from './SecondFactorOff.tsx';
import { SecondFactorOn } from './SecondFactorOn.tsx';

/** Recovery codes are shown once, right after they were made. */
export function SecondFactorPanel() {
  const client = useQueryClient();
  const query = useQuery(secondFactorQuery);
  const [codes, setCodes] = useState<string[]>([]);
  const changed = (second_factor: SecondFactor, recovery_codes: string[] = []) => {
    client.setQueryData(secondFactorQuery.queryKey, second_factor);
    setCodes(recovery_codes);
  };
  return (
    <Panel
      title="Second factor"
      lead="With it, signing in also needs a code from an authenticator app on your phone: a stolen password alone opens nothing."
    >
      {codes.length > 0 && <RecoveryCodes codes={codes} onKept={() => setCodes([])} />}
      <Loaded query={query}>
        {(state) =>
          state.enabled ? (
            <SecondFactorOn left={state.recovery_codes_left} onChanged={changed} />
          ) : (
            <SecondFactorOff onChanged={changed} />
          )
        }
      </Loaded>
    </Panel>
  );
}
