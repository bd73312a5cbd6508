import { useEffect, useState } from 'react';
import type { Credentials } from '#shared/auth.ts';

/** The credentials that the API's redirect puts into the address, or null if one is missing. */
export function resetCredentials(search: string): Credentials | null {
  const params = new URLSearchParams(search);
  const token = params.get('access-token') ?? params.get('token');
  const client = params.get('client') ?? params.get('client_id');
  const uid = params.get('uid');
  return token && client && uid ? { 'access-token': token, client, uid } : null;
}

/**
 * Reads the credentials from the address and removes them from the address bar and the history. Returns undefined until
 * the browser has read them.
 */
export function useLinkCredentials() {
  const [credentials, setCredentials] = useState<Credentials | null>();
  useEffect(() => {
    setCredentials((current) => current ?? resetCredentials(location.search));
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return credentials;
}
