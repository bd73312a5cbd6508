import type { Role } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';

/** The role's sign-in page, which leads to `next` after sign-in. */
export function signInPath(role: Role, next?: string) {
  const path = role === 'partner' ? paths.partnerSignIn() : paths.userSignIn();
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}

export const homePath = (role: Role) => (role === 'partner' ? paths.dashboard() : paths.userPromotions());

/** The address after sign-in: `next` if it's a path of this site, else `home`. */
export function afterSignIn(role: Role, search: string, home = homePath(role)) {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : home;
}
