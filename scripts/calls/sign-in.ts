/** Credentials from the headers of a sign-in, as any client gets them. */
import type { Role } from '#shared/auth.ts';
import type { Credentials } from './requests.ts';
import type { Sender } from './sender.ts';

export type Account = { email: string; password: string };
export const DEMO: Record<Role, Account> = {
  partner: { email: 'partner@deckle.test', password: 'deckle-demo-partner' },
  user: { email: 'staff@deckle.test', password: 'deckle-demo-staff' },
};

/** Throws if the sign-in is refused. */
export async function signIn(sender: Sender, role: Role, body: Account): Promise<Credentials> {
  const reply = await sender.send({
    method: 'POST',
    path: `/api/v1/${role}-auth/sign_in`,
    headers: { 'resource-type': role },
    body,
  });
  if (reply.status !== 200) throw new Error(`${body.email} cannot sign in as a ${role}: ${reply.status} ${reply.text}`);
  const [token, client, uid] = ['access-token', 'client', 'uid'].map((name) => String(reply.headers[name]));
  return { 'resource-type': role, 'access-token': token!, client: client!, uid: uid! };
}
