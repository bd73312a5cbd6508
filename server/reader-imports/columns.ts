/** Recognizes other programs' files and their columns by the headings, and suggests categories for genres. */
import { comparableText } from '#shared/comparable-text.ts';
import { IMPORT_FIELDS, type ImportField, STATUS_FIELDS } from '#shared/reader-imports.ts';
import { parseDay } from './read-row.ts';

/**
 * Headings by field, without case and punctuation. A field takes the column of its first heading that the file has; the
 * status fields (STATUS_FIELDS) take all such columns.
 * - Mailchimp's export of an audience: Email Address, OPTIN_TIME, CONFIRM_TIME, TAGS. CONFIRM_TIME isn't consent:
 *   contacts whom the owner added have one, without an OPTIN_TIME.
 * - Kit's export of subscribers: email, status (older files: state), created_at, tags.
 * - listmonk's export (cmd/subscribers.go of its source): uuid, email, name, attributes, status, created_at,
 *   updated_at.
 * - Written Word Media's export of subscribers, whose columns its support pages explain
 *   (https://support.writtenwordmedia.com/article/u7gwkh6znv-how-do-i-read-my-exported-list-of-subscribers, as of
 *   November 2026): Subscriber Email, Opt-In Date, Source, Imported On, Opt-In Status.
 * - BookFunnel and StoryOrigin publish no list of their columns. Their files are matched by likely headings, and the
 *   screen says that these are guesses.
 * - Ratings: Mailchimp's MEMBER_RATING, from 1 to 5, and likely headings of other programs.
 * - Our own export: email, consented_on, consent_source, genres, status.
 */
const HEADINGS: Record<ImportField, readonly string[]> = {
  email: ['email', 'email address', 'subscriber email', 'reader email', 'e mail', 'e mail address', 'mail'],
  consented_on: [
    ...[
      'consented on',
      'optin time',
      'opt in date',
      'opt in time',
      'date opt in',
      'optin date',
      'opted in at',
      'opted in on',
    ],
    ...['date opted in', 'confirmed at', 'confirmed on', 'date confirmed', 'subscribed at', 'subscribed on'],
    ...['date subscribed', 'subscription date', 'signup date', 'sign up date', 'signed up', 'signed up at'],
    ...['signed up on', 'date signed up', 'date joined', 'joined', 'joined at', 'joined on'],
    ...['date downloaded', 'downloaded at', 'downloaded on', 'download date'],
  ],
  consent_source: [
    ...['consent source', 'optin source', 'opt in source', 'source', 'landing page', 'signup source', 'sign up source'],
    ...['form', 'page', 'page name', 'download page', 'giveaway', 'promotion', 'mailing list'],
  ],
  genres: ['genres', 'genre', 'tags', 'interests', 'categories'],
  status: [
    ...['status', 'state', 'subscription status', 'subscriber status', 'subscribed', 'is subscribed', 'opted in'],
    ...['opt in', 'optin'],
    ...['opt in status', 'optin status', 'confirmation status', 'confirmed'],
  ],
  rating: [
    ...['member rating', 'contact rating', 'subscriber rating', 'star rating', 'rating', 'stars'],
    ...['engagement', 'engagement score', 'engagement rating', 'open rate'],
  ],
  left_on: [
    ...['unsub time', 'unsubscribed', 'unsubscribed at', 'unsubscribed on', 'unsubscribed date', 'date unsubscribed'],
    ...['unsubscribe date', 'unsubscribe time', 'is unsubscribed', 'opted out', 'opted out at', 'opted out on'],
    ...['opted out date', 'date opted out', 'opt out', 'opt out date', 'opt out time', 'optout', 'optout time'],
    ...['clean time', 'cleaned at'],
  ],
};

/** Headings of a status, or of the day on which someone got it. */
const STATUS_OR_DAY = new Set(['subscribed', 'opted in', 'opt in', 'confirmed']);

/**
 * The field of each column, or null if its heading isn't known or another column has the field. The first rows tell
 * days from statuses.
 */
export function recognizeColumns(header: readonly string[], rows: readonly string[][] = []): (ImportField | null)[] {
  const headings = header.map((heading, index) => {
    const name = comparableText(heading);
    const cells = rows.map((row) => row[index]).filter(Boolean);
    const hasDays = cells.length > 0 && cells.every((cell) => parseDay(cell!, false) || parseDay(cell!, true));
    return STATUS_OR_DAY.has(name) && hasDays ? `date ${name}` : name;
  });
  const columns = headings.map((): ImportField | null => null);
  for (const field of IMPORT_FIELDS) {
    const names = HEADINGS[field].filter((name) => headings.includes(name));
    // `state` may also be part of a postal address.
    if (STATUS_FIELDS.includes(field)) {
      const all = names.length > 1 ? names.filter((name) => name !== 'state') : names;
      for (const [index, heading] of headings.entries()) if (all.includes(heading)) columns[index] ??= field;
      continue;
    }
    const index = headings.indexOf(names[0] ?? '');
    if (names.length && columns[index] === null) columns[index] = field;
  }
  return columns;
}

const PROGRAMS: { program: string; headings: readonly string[] }[] = [
  { program: 'Mailchimp', headings: ['email address', 'optin time', 'confirm time'] },
  { program: 'listmonk', headings: ['uuid', 'email', 'attributes', 'status', 'created at'] },
  { program: 'Written Word Media', headings: ['subscriber email', 'opt in date', 'imported on', 'opt in status'] },
  { program: 'Kit', headings: ['first name', 'email', 'created at', 'tags'] },
  { program: 'Deckle', headings: ['email', 'consented on', 'consent source', 'genres', 'status'] },
];

/** The program that writes files with these headings, or null. */
export function recognizeProgram(header: readonly string[]): string | null {
  const headings = header.map(comparableText);
  return PROGRAMS.find((program) => program.headings.every((name) => headings.includes(name)))?.program ?? null;
}

type Category = { id: number; name: string };

/** Patterns for other words for genres, in plain text, each with the words of a category's name that replace them. */
const SYNONYMS: readonly [RegExp, string][] = [
  [/\b(sci ?fi|sf|scifi)\b/, 'science fiction'],
  [/\b(whodunit|detective|crime)\b/, 'mystery'],
  [/\b(cozies|cosy)\b/, 'cozy'],
  [/\b(ya|teen)\b/, 'young adult'],
  [/\b(suspense|thrillers)\b/, 'thriller'],
  [/\b(rom ?com|love stor(y|ies))\b/, 'romance'],
  [/\b(scary|ghosts?)\b/, 'horror'],
  [/\bkids?\b/, 'children'],
  [/\b(cookbooks?|recipes?)\b/, 'cooking'],
  [/^historicals?$/, 'historical fiction'],
  [/\bclean( and)? wholesome\b/, 'romance'],
  [/\b(memoirs?|biograph(y|ies))\b/, 'biography'],
];

/** The category whose name is most similar to the genre, by their common words; null if no name shares a word. */
export function suggestCategory(genre: string, categories: readonly Category[]): number | null {
  const plain = SYNONYMS.reduce((text, [word, name]) => text.replace(word, name), comparableText(genre));
  const words = new Set(plain.split(' ').map(singular));
  const rated = categories.map(({ id, name }) => {
    const named = comparableText(name).split(' ').map(singular);
    const common = named.filter((word) => words.has(word)).length;
    return { id, common, rating: common / (named.length + words.size - common) };
  });
  const best = rated.toSorted((a, b) => b.rating - a.rating)[0];
  return best && best.common > 0 ? best.id : null;
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '');
