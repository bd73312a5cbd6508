/** Text formatting shared by emails; no side effects. */
import { costText } from '#shared/cost-words.ts';
import { formatCents } from '#shared/money.ts';
import type { Cost } from '#shared/promotion-cost.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';

/** Our maximum subject length; render.test.ts checks every template. */
const MAX_SUBJECT_LENGTH = 77;

export const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Shortens the title, never the rest, so that the subject is at most MAX_SUBJECT_LENGTH. */
export function fitSubject(title: string, sentence: (title: string) => string) {
  const maxTitleLength = MAX_SUBJECT_LENGTH - sentence('').length;
  return sentence(truncate(oneLine(title), maxTitleLength));
}

function truncate(text: string, length: number) {
  if (text.length <= length) return text;
  let truncated = '';
  for (const character of text) {
    if (truncated.length + character.length >= length) break;
    truncated += character;
  }
  return `${truncated.trimEnd()}…`;
}

/** A reason code's explanation. Unknown codes and free text are returned unchanged. */
export const explainReason = (reason: string) =>
  Object.hasOwn(REASONS, reason) ? REASONS[reason as ReasonCode].explanation : reason;

/** The deal price inside a sentence: 0 → "free", 99 → "$0.99". */
export const priceWord = (cents: number) => (cents === 0 ? 'free' : formatCents(cents));

/** ["Mystery", "Thriller", "Horror"] → "Mystery, Thriller, and Horror". */
export const formatList = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names);

/** Headers for unsubscribing a partner from an optional kind of email with one click. `url` is the link in the email. */
export function oneClickHeaders(kind: 'reminder' | 'recapture', url: string) {
  const { origin, searchParams } = new URL(url);
  const token = searchParams.get('token');
  return {
    'List-Unsubscribe': `<${origin}/api/v1/partners/unsubscribe/${kind}/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

const MAX_NAMED_GENRES = 6;

/** The genres by name, or how many there are if a sentence can't hold them. `whose`: 'your ' after the reader confirmed. */
export const genreList = (names: readonly string[], whose: 'your ' | '' = '') =>
  names.length > MAX_NAMED_GENRES ? `${whose}${names.length} genres` : formatList(names);

/** "$60.00 − $15.00 code = $45.00"; without parts the amount. */
export const maximumCost = ({ max_cost_cents, most }: { max_cost_cents: number; most?: Cost }) =>
  most ? costText(most) : formatCents(max_cost_cents);
