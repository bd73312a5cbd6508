/** Phrases that several emails share. Pure. */
import { formatCents } from '#shared/money.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';

/** Phones truncate longer subjects; the tests check every subject. */
const SUBJECT_MAX = 77;

export const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Fits a subject by shortening the title, never the sentence. */
export function fitSubject(title: string, sentence: (title: string) => string) {
  const room = SUBJECT_MAX - sentence('').length;
  return sentence(cut(oneLine(title), room));
}

function cut(text: string, length: number) {
  if (text.length <= length) return text;
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length >= length) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** A reason code's explanation. Unknown codes and free text are returned unchanged. */
export const explainReason = (reason: string) =>
  Object.hasOwn(REASONS, reason) ? REASONS[reason as ReasonCode].explanation : reason;

/** 1 → "1 click", 210 → "210 clicks". */
export const countOf = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** The deal price inside a sentence: 0 → "free", 99 → "$0.99". */
export const priceWord = (cents: number) => (cents === 0 ? 'free' : formatCents(cents));

/** ["Mystery", "Thriller", "Horror"] → "Mystery, Thriller and Horror". */
export const listOf = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names);
