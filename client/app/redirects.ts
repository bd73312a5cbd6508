import { paths } from '#shared/paths.ts';

/** Old addresses and their replacements. */
const REPLACEMENTS: { [from: string]: string } = {
  '/affiliate-rewards': paths.referralProgram(),
  '/requirements': paths.promotionRequirements(),
  '/partners/sign_in': paths.partnerSignIn(),
  '/partners/sign_up': paths.partnerSignUp(),
  '/users/sign_in': paths.userSignIn(),
  '/partner-with-us': paths.partnersLanding(),
  '/thank-you': paths.home(),
  '/ai/description': paths.aiTool('book-description-generator'),
};

const V2_REPLACEMENTS: { [from: string]: string } = { '/terms': '/terms-and-conditions' };

/** The current address of `path`, or null if it hasn't moved. */
export function redirectFor(path: string): string | null {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (trimmed !== '/v2' && !trimmed.startsWith('/v2/')) return REPLACEMENTS[trimmed] ?? null;
  const current = withoutV2(trimmed);
  return V2_REPLACEMENTS[current] ?? REPLACEMENTS[current] ?? current;
}

/**
 * Removes the prefix /v2, however often it's repeated. The rest starts with exactly one slash, so '/v2//evil.test'
 * can't redirect to another site. Whitespace after the prefix is removed, too: browsers skip tabs and line breaks in
 * URLs.
 */
function withoutV2(path: string): string {
  const rest = `/${path.slice('/v2'.length).replace(/^[/\\\s]+/, '')}`;
  return rest === '/v2' || rest.startsWith('/v2/') ? withoutV2(rest) : rest;
}
