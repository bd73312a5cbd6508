import { MIN_PASSWORD_LENGTH } from '#shared/business.ts';

const STRONG_LENGTH = 16;
const FAIR_LENGTH = 12;

/** Rates a password by its length and the variety of its characters. */
export function passwordHint(password: string, minimum = MIN_PASSWORD_LENGTH): string {
  if (password === '') return `At least ${minimum} characters. Three or four unrelated words work well.`;
  const { length } = [...password];
  const missing = minimum - length;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} needed.`;
  if (new Set(password).size < 6) return 'Weak: mostly the same few characters.';
  if (length >= STRONG_LENGTH) return 'Strong.';
  return length >= FAIR_LENGTH ? 'Good.' : 'Fair. Longer is stronger.';
}
