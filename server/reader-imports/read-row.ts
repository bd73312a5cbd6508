/** Rows of an imported file: the address, the consent, and the categories in a record. Pure. */
import { domainToASCII } from 'node:url';
import { isoDayOf } from '#server/platform/csv-records.ts';
import { comparableText } from '#shared/comparable-text.ts';
import { daysBetween, isCalendarDate } from '#shared/dates.ts';
import { Email } from '#shared/params.ts';
import {
  type ImportField,
  type ImportMapping,
  MAX_GENRE_LENGTH,
  type RowProblem,
  STATUS_FIELDS,
  worstOf,
} from '#shared/reader-imports.ts';
import { cutText, decodeCell, type ImportRecord } from './records.ts';

export type ImportRow = {
  line: number;
  /** Null if the row is refused, unless its problem is `opted_out`, `not_subscribed`, or `no_category`. */
  email: string | null;
  consented_on: string | null;
  consent_source: string | null;
  /** The day on which the person left, if the file has it. */
  left_on: string | null;
  /** Lower is more engaged. */
  rank: number;
  category_ids: number[];
  /** Genres of the row as the file spells them. */
  genres: string[];
  problem: RowProblem | null;
};

const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_VALUE = 2_000;
const MAX_SOURCE = 200;

/**
 * Names before the @ that belong to a role (RFC 2142 and common ones). Such an address may have several readers, so
 * nobody knows whose consent it is.
 */
const ROLES = new Set(
  'abuse accounts admin administrator all billing contact feedback hello help host info inquiries jobs list mail mailer-daemon marketing media news newsletter no-reply noreply office orders postmaster press privacy root sales security spam staff subscribe support team unsubscribe usenet webmaster'.split(
    ' ',
  ),
);

/**
 * Status words of subscribers. The row's consent decides whether they're confirmed or asked; with an empty status,
 * they're asked. listmonk's `enabled` says only that a person isn't blocked, and its export has no consent, so these
 * people are asked for permission.
 */
const SUBSCRIBED = new Set(
  ['', 'subscribed', 'active', 'enabled', 'confirmed', 'opted in', 'yes', 'true', '1', 'single', 'double'].map(
    comparableText,
  ),
);

/** Words for people who asked to be left out, or whose address another program stopped emailing. */
const OPTED_OUT = new Set(
  [
    ...['unsubscribed', 'unsubscribe', 'unsub', 'opted out', 'opt out', 'optout', 'cancelled', 'canceled', 'removed'],
    ...['cleaned', 'bounced', 'bounce', 'hard bounced', 'hard bounce', 'complained', 'complaint', 'spam', 'abuse'],
    ...['marked as spam', 'reported spam', 'blocklisted', 'blacklisted', 'blocked', 'suppressed'],
  ].map(comparableText),
);

/** Values that programs and people write into an empty cell. */
const PLACEHOLDER = /^(?:n\/?a|n\.a\.|null|nil|none|undefined|[-–—]+)$/i;

/** Values under a heading such as “Unsubscribed” for someone who hasn't left. Any other value means that they have. */
const NOT_LEFT = /^(?:no?|f(?:alse)?|0|never)?$/i;

/** No list asked for consent by email before this day; programs write earlier dates for an empty value. */
const FIRST_CONSENT = '1998-01-01';

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const TIME = String.raw`(?:(?:,? +|T)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.?m\.?)?(?: ?(?:z|utc|gmt|[+-]\d{2}:?(?:\d{2})?))?)?`;
const NUMBERS = String.raw`\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3\d{4}`;
const NAMED = String.raw`(?:${MONTH})\.? \d{1,2},? \d{4}|\d{1,2}\.? (?:${MONTH})\.?,? \d{4}`;
const DATE = new RegExp(`^(${NUMBERS}|${NAMED})${TIME}$`, 'i');

/** The day in a cell that has only a date and perhaps a time. “unsubscribed 2020-05-01” isn't a day of consent. */
export function parseDay(cell: string, day_first: boolean): string | null {
  const found = DATE.exec(cell);
  const day = found && isoDayOf(found[1]!, day_first);
  return day && isCalendarDate(day) ? day : null;
}

/** Creates a function that reads rows by a mapping. `today` is the last date that isn't in the future. */
export function createRowReader(mapping: ImportMapping, today: string) {
  const indexes = mapping.columns.flatMap((field, index) => (field ? [[field, index] as const] : []));
  const categoryOf = new Map(mapping.genres.map(({ genre, category_id }) => [comparableText(genre), category_id]));

  return ({ line, cells, problem }: ImportRecord): ImportRow => {
    const refused = (reason: RowProblem): ImportRow => ({
      ...{ line, email: null, consented_on: null, consent_source: null, left_on: null, rank: 0 },
      ...{ category_ids: [], genres: [], problem: reason },
    });
    if (problem) return refused(problem);
    const values: [ImportField, string][] = [];
    let unreadable: RowProblem | null = null;
    for (const [field, index] of indexes) {
      const cell = decodeCell(cells[index] ?? '');
      const reason = cell === null ? 'broken_encoding' : cell.length > MAX_VALUE ? 'overlong' : null;
      // Other cells can't hide that someone has left.
      if (reason && (field === 'email' || STATUS_FIELDS.includes(field))) return refused(reason);
      unreadable ??= reason;
      const value = reason ? '' : cell!;
      values.push([field, PLACEHOLDER.test(value.trim()) ? '' : value]);
    }
    const cellsOf = (field: ImportField) => values.filter(([name]) => name === field).map(([, value]) => value);
    const cellOf = (field: ImportField) => cellsOf(field)[0] ?? '';
    const address = readAddress(cellOf('email'));
    if (!address.email) return refused(address.problem!);
    const statuses = cellsOf('status').map(comparableText);
    const leaving = cellsOf('left_on').filter((cell) => !NOT_LEFT.test(cell.trim()));
    if (leaving.length || statuses.some((status) => OPTED_OUT.has(status))) {
      const days = leaving.flatMap((cell) => parseDay(cell, mapping.day_first) ?? []);
      const left_on = days.toSorted().at(-1) ?? null;
      return { ...refused('opted_out'), email: address.email, left_on };
    }
    if (!statuses.every((status) => SUBSCRIBED.has(status)))
      return { ...refused('not_subscribed'), email: address.email };
    if (unreadable) return refused(unreadable);
    const consent_source = cellOf('consent_source') || mapping.consent_source;
    if (consent_source && consent_source.length > MAX_SOURCE) return refused('overlong');
    const day = parseDay(cellOf('consented_on'), mapping.day_first);
    const isFuture = day !== null && day > today;
    const isImplausible = day !== null && day < FIRST_CONSENT;
    const isStatusEmpty = statuses.includes('');
    const genres = genresIn(cellOf('genres'));
    const categories = genres.map((genre) => categoryOf.get(comparableText(genre)));
    const known = [...new Set(categories.filter((id) => id != null))];
    const category_ids = known.length ? known : mapping.category_ids;
    const consented_on = isFuture || isImplausible || isStatusEmpty ? null : day;
    if (!category_ids.length)
      return { ...refused('no_category'), email: address.email, consented_on, consent_source, genres };
    return {
      ...{ line, email: address.email, consented_on, consent_source },
      left_on: null,
      rank: rankOf(cellOf('rating'), isFuture || isImplausible ? null : day),
      category_ids,
      genres,
      problem: worstOf([
        ...(day ? [] : ['no_consent_date' as const]),
        ...(isFuture ? ['future_date' as const] : []),
        ...(isImplausible ? ['implausible_date' as const] : []),
        ...(isStatusEmpty ? ['empty_status' as const] : []),
        ...(consent_source ? [] : ['no_consent_source' as const]),
        ...(address.problem ? [address.problem] : []),
        ...(categories.includes(undefined) ? ['unknown_genre' as const] : []),
      ]),
    };
  };
}

const MAX_RATING = 1_000;
/** More than the days from FIRST_CONSENT to any consent. */
const RANK_DAYS = 20_000;

/** Rank by which readers are sorted: by their rating, the best first, then by their consent, the latest first. */
function rankOf(rating: string, consented_on: string | null): number {
  const number = Number.parseFloat(rating.replace(',', '.')) || 0;
  const tenths = Math.round(10 * Math.min(MAX_RATING, Math.max(0, number)));
  return -(tenths * RANK_DAYS + (consented_on ? daysBetween(FIRST_CONSENT, consented_on) : 0));
}

/** Separates tags, which Mailchimp puts in quotes. Of several spellings of a genre, only the first is included. */
function genresIn(text: string): string[] {
  const genres = text
    .split(/[,;|]/)
    .map((genre) => cutText(genre.replaceAll('"', '').trim(), MAX_GENRE_LENGTH))
    .filter((genre) => comparableText(genre) !== '' && !PLACEHOLDER.test(genre));
  return [...Map.groupBy(genres, comparableText).values()].map(([first]) => first!);
}

type Address = { email: string; problem: 'idn_domain' | null } | { email: null; problem: RowProblem };

/** The address in lowercase, with its domain in ASCII. */
function readAddress(cell: string): Address {
  // Our export, like others, puts an apostrophe before cells that could run as formulas.
  const text = cell.replace(/^'(?=[=+\-@])/, '');
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at).toLowerCase(), text.slice(at + 1).toLowerCase()];
  if (at > MAX_LOCAL || text.length > MAX_ADDRESS) return { email: null, problem: 'overlong' };
  const ascii = /^\p{ASCII}*$/u.test(domain) ? domain : domainToASCII(domain);
  const { success, data } = Email.safeParse(`${local}@${ascii}`);
  if (at < 1 || !success) return { email: null, problem: 'invalid_address' };
  if (ROLES.has(local.replace(/\+.*/, ''))) return { email: null, problem: 'role_address' };
  return { email: data, problem: ascii === domain ? null : 'idn_domain' };
}
