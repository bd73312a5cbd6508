import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { partnerSessionsApi, userSessionsApi } from '#shared/api/sessions.ts';
import type { AccountSession, Role } from '#shared/auth.ts';
import { formatInstant } from '#shared/dates.ts';
import classes from './Accounts.module.css';

const SESSIONS = { partner: clientFor(partnerSessionsApi, 'partner'), user: clientFor(userSessionsApi, 'user') };

const sessionsOf = (role: Role) => ({
  queryKey: [role, 'sessions'],
  queryFn: async () => (await SESSIONS[role].list()).sessions,
  staleTime: 0,
});

/** Reloads the sessions and API keys after a change that signs the account out elsewhere and revokes its keys. */
export const reloadAccess = (queryClient: QueryClient, role: Role) =>
  Promise.all(['sessions', 'API keys'].map((name) => queryClient.invalidateQueries({ queryKey: [role, name] })));

/** The account's sessions, each but the current one with a button to sign it out. */
export function SessionsPanel({ forRole: role }: { forRole: Role }) {
  const queryClient = useQueryClient();
  const query = useQuery(sessionsOf(role));
  const reload = () => queryClient.invalidateQueries({ queryKey: [role, 'sessions'] });
  const endOne = useMutation({
    mutationFn: (id: number) => SESSIONS[role].end({ id }),
    onSettled: reload,
    meta: { success: 'That session was signed out.' },
  });
  const endOthers = useMutation({
    mutationFn: () => SESSIONS[role].endOthers(),
    onSettled: reload,
    meta: { success: 'You’re signed out everywhere else.' },
  });
  return (
    <Panel
      title="Where you’re signed in"
      lead="If you don’t recognize a session, sign it out and change your password."
    >
      <QueryBoundary query={query}>
        {(sessions) => (
          <>
            <ul className={classes.list}>
              {sessions.map((session) => (
                <li key={session.id} className={classes.row}>
                  <SessionDetails session={session} />
                  {!session.is_current && (
                    <Button
                      look="quiet"
                      aria-label={`Sign out ${nameOf(session)}, signed in ${formatInstant(session.created_at)}`}
                      busy={endOne.isPending && endOne.variables === session.id}
                      onClick={() => endOne.mutate(session.id)}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <div>
                <Button look="quiet" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  Sign out everywhere else
                </Button>
              </div>
            )}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

const nameOf = ({ browser }: AccountSession) => browser ?? 'Unknown browser';

const SessionDetails = ({ session }: { session: AccountSession }) => (
  <div>
    <strong>{nameOf(session)}</strong>
    {session.is_current && ' (this device)'}
    <div className={classes.facts}>
      Last used {formatInstant(session.last_used_at)}. Signed in {formatInstant(session.created_at)}
      {session.network && ` from the network ${session.network}`}
    </div>
  </div>
);
