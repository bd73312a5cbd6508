/** Credentials as any client gets them: from the headers of a sign-in, or by creating API keys. */
import { API_SCOPES } from '#shared/api-scopes.ts';
import type { Role } from '#shared/auth.ts';
import type { Credentials } from './requests.ts';
import type { Sender } from './sender.ts';

export type SignInAccount = { email: string; password: string };
export const DEMO: Record<Role, SignInAccount> = {
  partner: { email: 'partner@deckle.test', password: 'deckle-demo-partner' },
  user: { email: 'staff@deckle.test', password: 'deckle-demo-staff' },
};

/** Throws if the sign-in is refused. */
export async function signIn(sender: Sender, role: Role, body: SignInAccount): Promise<Credentials> {
  const response = await sender.send({
    method: 'POST',
    path: `/api/v1/${role}-auth/sign_in`,
    headers: { 'resource-type': role },
    body,
  });
  if (response.status !== 200)
    throw new Error(`${body.email} cannot sign in as a ${role}: ${response.status} ${response.text}`);
  const [token, client, uid] = ['access-token', 'client', 'uid'].map((name) => String(response.headers[name]));
  return { 'resource-type': role, 'access-token': token!, client: client!, uid: uid! };
}

/** Creates an API key for each scope and returns their credentials. */
export async function createKeys(sender: Sender, headers: Credentials, { password }: SignInAccount) {
  const responses = await Promise.all(
    API_SCOPES.map((scope) => {
      const body = { name: scope, scopes: [scope], current_password: password };
      return sender.send({ method: 'POST', path: '/api/v1/api_keys', headers, body });
    }),
  );
  return responses.map(({ body }): Credentials => ({ authorization: `Bearer ${(body as { secret: string }).secret}` }));
}
