import type { Credentials, Role } from '#shared/auth.ts';

/** The lifetime of the cookie: that of a session, the longest-lived of the server's tokens. */
const LIFETIME_SECONDS = 14 * 24 * 3600;

/** Reads a role's credentials from its cookie ('partner' or 'user'), which only client code writes. */
export function readCredentials(role: Role, cookies = document.cookie): Credentials | null {
  const cookie = cookies.split('; ').find((pair) => pair.startsWith(`${role}=`));
  if (!cookie) return null;
  try {
    return credentialsFrom(JSON.parse(decodeURIComponent(cookie.slice(role.length + 1))));
  } catch {
    return null;
  }
}

export function saveCredentials(role: Role, credentials: Credentials) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in some browsers
  document.cookie = cookieText(role, credentials, location.protocol === 'https:');
}

export function clearCredentials(role: Role) {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${role}=; Path=/; Max-Age=0; SameSite=Lax`;
}

function cookieText(role: Role, credentials: Credentials, secure: boolean) {
  const value = encodeURIComponent(JSON.stringify(credentials));
  return `${role}=${value}; Path=/; Max-Age=${LIFETIME_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** The credentials in a response's headers, or null if any is missing, as after a refused sign-in or a sign-out. */
export function credentialsOf(headers: Headers): Credentials | null {
  return credentialsFrom({
    'access-token': headers.get('access-token'),
    client: headers.get('client'),
    uid: headers.get('uid'),
  });
}

function credentialsFrom(value: unknown): Credentials | null {
  const { 'access-token': token, client, uid } = (value ?? {}) as { [name: string]: unknown };
  if (typeof token !== 'string' || typeof client !== 'string' || typeof uid !== 'string') return null;
  return token && client && uid ? { 'access-token': token, client, uid } : null;
}
