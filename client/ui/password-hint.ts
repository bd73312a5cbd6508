import { MIN_PASSWORD_LENGTH } from '#shared/business.ts';

const STRONG_LENGTH = 16;
const FAIR_LENGTH = 12;

/** Rates a password by its length and the variety of its characters. */
export function passwordHint(password: string, minimum = MIN_PASSWORD_LENGTH): string {
  if (password === '') return `At least ${minimum} characters. Three or four unrelated words work well.`;
  const missing = minimum - password.length;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} needed.`;
  if (new Set(password).size < 6) return 'Weak: mostly the same few characters.';
  if (password.length >= STRONG_LENGTH) return 'Strong.';
  return password.length >= FAIR_LENGTH ? 'Good.' : 'Fair. Longer is stronger.';
}
