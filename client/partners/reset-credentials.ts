import type { Credentials } from '#shared/auth.ts';

/** What the API's redirect puts into the address (design 2-api, GET /password/edit); null when something is missing. */
export function resetCredentials(search: string): Credentials | null {
  const params = new URLSearchParams(search);
  const token = params.get('access-token') ?? params.get('token');
  const client = params.get('client') ?? params.get('client_id');
  const uid = params.get('uid');
  return token && client && uid ? { 'access-token': token, client, uid } : null;
}
