/** Text formatting shared by emails. */
import { costText } from '#shared/cost-words.ts';
import { formatCents } from '#shared/money.ts';
import type { Cost } from '#shared/promotion-cost.ts';
import { wishPrice } from '#shared/reader-list.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import type { EmailProps } from './templates.ts';

/** Maximum length of a subject, which render.test.ts checks for every template. */
const MAX_SUBJECT_LENGTH = 77;

export const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Shortens only the title, so that the subject has at most MAX_SUBJECT_LENGTH characters. */
export function fitSubject(title: string, sentence: (title: string) => string) {
  const maxTitleLength = MAX_SUBJECT_LENGTH - sentence('').length;
  return sentence(truncate(oneLine(title), maxTitleLength));
}

/** Shortens the text, if possible between words, and never inside a surrogate pair. */
export function truncate(text: string, length: number) {
  if (text.length <= length) return text;
  let truncated = '';
  for (const character of text) {
    if (truncated.length + character.length >= length) break;
    truncated += character;
  }
  const end = truncated.lastIndexOf(' ');
  return `${(end > length / 2 ? truncated.slice(0, end) : truncated).trimEnd()}…`;
}

/** Returns a reason code's explanation. Unknown codes and free text are returned unchanged. */
export const explainReason = (reason: string) =>
  Object.hasOwn(REASONS, reason) ? REASONS[reason as ReasonCode].explanation : reason;

/** The deal price inside a sentence: 0 → "free", 99 → "$0.99". */
export const priceWord = (cents: number) => (cents === 0 ? 'free' : formatCents(cents));

/** ["Mystery", "Thriller", "Horror"] → "Mystery, Thriller, and Horror". */
export const formatList = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names);

/**
 * Headers for unsubscribing a partner from an optional kind of email with one click. `url` is the link in the email.
 */
export function oneClickHeaders(kind: 'reminder' | 'recapture', url: string) {
  const { origin, searchParams } = new URL(url);
  const token = searchParams.get('token');
  return {
    'List-Unsubscribe': `<${origin}/api/v1/partners/unsubscribe/${kind}/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

type ListWords = EmailProps['reader_list_confirm']['list_words'];

/** The name of the author, series, or book, or only its kind if the name can't be in the email. */
export const listName = ({ kind, title }: ListWords) => (title ? oneLine(title) : `the ${kind}`);

/** The effect of a follow or a saved book, as the end of a sentence. */
export function listSentence(words: ListWords) {
  const { kind, max_price_cents } = words;
  if (kind === 'author')
    return `you’ll follow ${listName(words)}: deals on their books will come first in your newsletter.`;
  if (kind === 'series')
    return `you’ll follow ${listName(words)}: deals on its books will come first in your newsletter.`;
  return `we’ll save ${listName(words)}, and tell you in your newsletter when it’s ${max_price_cents === null ? 'on sale' : wishPrice(max_price_cents)}.`;
}

/** The effects of follows and saved books, each as a whole sentence. */
export const listSentences = (list: readonly ListWords[]) =>
  list.map((words) => listSentence(words)).map((sentence) => sentence[0]!.toUpperCase() + sentence.slice(1));

const MAX_NAMED_GENRES = 6;

/**
 * Names the genres, or counts them if there are too many for a sentence. `whose` precedes the count: 'your ' once the
 * reader has confirmed.
 */
export const genreList = (names: readonly string[], whose: 'your ' | '' = '') =>
  names.length > MAX_NAMED_GENRES ? `${whose}${names.length} genres` : formatList(names);

/** "$60.00 − $15.00 code = $45.00", or only the amount if nothing is deducted or its parts are unknown. */
export const maximumCostText = ({ max_cost_cents, most }: { max_cost_cents: number; most?: Cost }) =>
  most ? costText(most) : formatCents(max_cost_cents);
