/** Imports of readers from files of other programs: their columns, steps, and results. */
import * as z from 'zod';
import { comparableText } from './comparable-text.ts';
import { Id, line } from './params.ts';

/** Files are uploaded and stored in parts of this size; the last one may be smaller. */
export const IMPORT_PART_BYTES = 1024 * 1024;
export const MAX_IMPORT_BYTES = 300 * IMPORT_PART_BYTES;
export const MAX_IMPORT_COLUMNS = 100;
/** An import can be undone for this long after it ends. */
export const UNDO_HOURS = 24;
/** Genres of a file beyond this number count as unknown. */
export const MAX_GENRES = 300;
export const MAX_GENRE_LENGTH = 60;

/** The `upload_digest` of an import after another part. */
export async function extendDigest(digest: string | null, part: Uint8Array): Promise<string> {
  const before = new TextEncoder().encode(digest ?? '');
  const bytes = new Uint8Array(before.length + part.length);
  bytes.set(before);
  bytes.set(part, before.length);
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

export const IMPORT_FIELDS = [
  'email',
  'consented_on',
  'consent_source',
  'genres',
  'status',
  'left_on',
  'rating',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
/** Fields that say who has left. They may have several columns, and the worst value of a row counts. */
export const STATUS_FIELDS: readonly ImportField[] = ['status', 'left_on'];

/** Without the check of the columns, since a mapping that we suggest may still lack the column with the address. */
const mapping = z.strictObject({
  /** The field of each column, or null for one to ignore. */
  columns: z.array(z.enum(IMPORT_FIELDS).nullable()).min(1).max(MAX_IMPORT_COLUMNS),
  /** For dates such as 3/4/2026. */
  day_first: z.boolean(),
  /** How the readers gave their consent, for rows without a source of their own; null if unknown. */
  consent_source: line(200, 1).nullable(),
  /** The category of each genre; null for a genre to ignore. */
  genres: z
    .array(z.strictObject({ genre: z.string().min(1).max(MAX_GENRE_LENGTH), category_id: Id.nullable() }))
    .max(MAX_GENRES),
  /** The categories of readers without a known genre. If it's empty, these readers are left out. */
  category_ids: z.array(Id).max(100),
});
export const ImportMapping = mapping.superRefine(({ columns }, { addIssue }) => {
  const problem = mappingProblem(columns);
  if (problem) addIssue({ code: 'custom', path: ['columns'], message: problem });
});
export type ImportMapping = z.infer<typeof ImportMapping>;

/** Adds the suggested category for each genre of the file that the mapping lacks. */
export function withSuggestions(mapping: ImportMapping, genres: ReaderImport['genres']): ImportMapping {
  const known = new Set(mapping.genres.map(({ genre }) => comparableText(genre)));
  const added = genres
    .filter(({ genre, suggested_category_id }) => suggested_category_id !== null && !known.has(comparableText(genre)))
    .map(({ genre, suggested_category_id }) => ({ genre, category_id: suggested_category_id }));
  return { ...mapping, genres: [...mapping.genres, ...added].slice(0, MAX_GENRES) };
}

/** True if an import with the mapping could differ from the last dry run. Ignored genres count as unknown. */
export function isUnchecked({ mapping: checked }: Pick<ReaderImport, 'mapping'>, changed: ImportMapping): boolean {
  const textOf = ({ columns, day_first, consent_source, category_ids, genres }: ImportMapping) => {
    const chosen = genres.flatMap(({ genre, category_id }) => (category_id ? [`${genre} ${category_id}`] : []));
    return JSON.stringify([columns, day_first, consent_source?.trim() ?? null, category_ids, chosen.sort()]);
  };
  return textOf(checked!) !== textOf(changed);
}

/** True if importing the checked file would not add, confirm, or keep out anybody. Known opt-outs count as changes. */
export const changesNothing = ({ confirm, confirm_pending, ask, problems }: ImportCounts): boolean =>
  confirm + confirm_pending + ask + (problems.opted_out ?? 0) === 0;

/** Words in headings of columns that may say who has left, or never agreed. */
const ABOUT_CONSENT =
  /\b(?:opt|optin|optout|opted|consent|consents|permission|gdpr|marketing|accepts|(?:un)?sub(?:s|scribe[ds]?|scriptions?)?)\b/;

/** Headings of ignored columns that may say who has left, in a file of an unknown program. */
export const ignoredConsent = (
  { header, program }: Pick<ImportHead, 'header' | 'program'>,
  columns: ImportMapping['columns'],
) =>
  program
    ? []
    : header.filter(
        (heading, index) =>
          columns[index] === null && ABOUT_CONSENT.test(heading.toLowerCase().replace(/[^a-z]+/g, ' ')),
      );

/** A complete sentence about a missing or repeated field, or null. */
export function mappingProblem(columns: ImportMapping['columns']): string | null {
  const isTwice = columns.some(
    (field, index) => field && !STATUS_FIELDS.includes(field) && columns.indexOf(field) !== index,
  );
  if (isTwice) return 'Choose each field for one column only.';
  return columns.includes('email') ? null : 'Choose the column with the email address.';
}

/**
 * Problems of a row, worst first. `refused` rows are left out, readers of `ask` rows are asked for permission, and
 * `noted` rows are imported despite the problem.
 */
export const ROW_PROBLEMS = {
  broken_quoting: { effect: 'refused', label: 'A quotation mark isn’t closed, so we can’t tell the columns apart.' },
  broken_encoding: { effect: 'refused', label: 'The text isn’t UTF-8. Save the file as UTF-8 CSV.' },
  overlong: { effect: 'refused', label: 'The row or one of its values is too long.' },
  invalid_address: { effect: 'refused', label: 'The email address isn’t valid.' },
  role_address: { effect: 'refused', label: 'The address belongs to a role, such as info@, not to a person.' },
  duplicate: {
    effect: 'refused',
    label: 'The address is already on an earlier line, possibly with different capitalization.',
  },
  opted_out: {
    effect: 'refused',
    label: 'The file says that this person unsubscribed, or that their address was removed.',
  },
  not_subscribed: { effect: 'refused', label: 'The file says that this reader isn’t subscribed.' },
  unsubscribed: {
    effect: 'refused',
    label: 'This reader unsubscribed. They can sign up again, unless staff blocked their address.',
  },
  import_undone: {
    effect: 'refused',
    label:
      'We had already emailed this reader when an earlier import was undone, so we unsubscribed them. They can sign up again.',
  },
  erased: {
    effect: 'refused',
    label: 'This person unsubscribed, didn’t respond to our permission emails, or had their data erased.',
  },
  complained: { effect: 'refused', label: 'This person marked our email as spam, or staff blocked their address.' },
  bounced: { effect: 'refused', label: 'Our email to this address bounced.' },
  no_category: {
    effect: 'refused',
    label:
      'The row has no genre with a category, and you haven’t chosen categories for “Readers without a known genre”.',
  },
  future_date: { effect: 'ask', label: 'The consent date is in the future.' },
  implausible_date: { effect: 'ask', label: 'The consent date is before 1998, so it can’t be right.' },
  empty_status: { effect: 'ask', label: 'The status is empty, so it doesn’t say whether this reader is subscribed.' },
  no_consent_date: { effect: 'ask', label: 'There’s no consent date that we can read.' },
  no_consent_source: { effect: 'ask', label: 'There’s no consent source.' },
  idn_domain: { effect: 'noted', label: 'The domain has letters outside ASCII, and is stored as xn--….' },
  unknown_genre: { effect: 'noted', label: 'A genre isn’t matched to a category.' },
} as const satisfies Record<string, { effect: 'refused' | 'ask' | 'noted'; label: string }>;
export type RowProblem = keyof typeof ROW_PROBLEMS;
const problemNames = Object.keys(ROW_PROBLEMS) as [RowProblem, ...RowProblem[]];

/** The problem that is listed first in ROW_PROBLEMS, or null if there is none. */
export const worstOf = (problems: readonly RowProblem[]): RowProblem | null =>
  problemNames.find((name) => problems.includes(name)) ?? null;

const Count = z.int().min(0);
export const ImportCounts = z.object({
  /** Records of the file, without the header and empty lines. */
  rows: Count.default(0),
  confirm: Count.default(0),
  /** Readers who have been pending since an earlier import, and whose consent the row proves. */
  confirm_pending: Count.default(0),
  ask: Count.default(0),
  /** Already readers here: nothing changes for them. */
  existing: Count.default(0),
  refused: Count.default(0),
  /** Addresses whose opt-outs the import would record, and the readers here among them, whom it would unsubscribe. */
  opt_outs: Count.default(0),
  leaving: Count.default(0),
  /** Rows that the import handles: without duplicates, rows without an address, and those without a category. */
  staged: Count.default(0),
  /** The part of `staged` that the import has handled. */
  handled: Count.default(0),
  /** Readers that the import has created. */
  confirmed: Count.default(0),
  asked: Count.default(0),
  /** Pending readers of earlier imports whom it has confirmed. */
  confirmed_pending: Count.default(0),
  /** Addresses that the import keeps out of later imports, and readers whom it has unsubscribed. */
  kept_out: Count.default(0),
  left: Count.default(0),
  /**
   * Readers whom the undo removed, unsubscribed because they had been emailed, or kept because something had changed
   * since the import.
   */
  removed: Count.default(0),
  unsubscribed: Count.default(0),
  kept: Count.default(0),
  /** Readers of earlier imports who are pending again, because the undo took back their confirmation. */
  pending_again: Count.default(0),
  /** Opt-outs that the undo handled. */
  taken_back: Count.default(0),
  problems: z.partialRecord(z.enum(problemNames), Count).default({}),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

export const IMPORT_STATUSES = [
  'uploading',
  'uploaded',
  'clearing',
  'checking',
  'checked',
  'importing',
  'done',
  'undoing',
  'undone',
  'discarded',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Statuses in which an import's file can be deleted, because no reader has been imported yet. */
export const DISCARDABLE: readonly ImportStatus[] = ['uploading', 'uploaded', 'clearing', 'checking', 'checked'];

/** True while the server works on the import. */
export const isWorking = (status: ImportStatus) =>
  status === 'clearing' || status === 'checking' || status === 'importing' || status === 'undoing';

export const ImportHead = z.object({
  header: z.array(z.string()),
  delimiter: z.string(),
  /** The first rows, for choosing columns. */
  sample: z.array(z.array(z.string())),
  /** The program whose columns these are, if one is recognized. */
  program: z.string().nullable(),
});
export type ImportHead = z.infer<typeof ImportHead>;

export const ReaderImport = z.object({
  id: z.int(),
  status: z.enum(IMPORT_STATUSES),
  file_name: z.string(),
  file_bytes: z.int(),
  /** Bytes uploaded so far. */
  received: z.int(),
  /**
   * Digest of the parts received so far, to check that an upload continues with the same file. After each part, it is
   * the SHA-256, in hexadecimal, of the previous digest and the part. Null before the first part.
   */
  upload_digest: z.string().nullable(),
  /** SHA-256 of the file. */
  digest: z.string().nullable(),
  head: ImportHead.nullable(),
  mapping: mapping.nullable(),
  /** Genres of the file, most rows first, with the category that their name suggests. */
  genres: z.array(z.object({ genre: z.string(), rows: z.int(), suggested_category_id: z.int().nullable() })),
  counts: ImportCounts,
  /** Fraction of the current step that is done, from 0 to 1. */
  progress: z.number(),
  daily_emails: z.int(),
  /** State of the permission emails. `waiting`: until the question about a warm-up is answered. */
  asking: z.enum(['on', 'paused', 'waiting']),
  /** Why the work stopped; the server tries again every minute. */
  failure: z.string().nullable(),
  can_undo: z.boolean(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ReaderImport = z.infer<typeof ReaderImport>;
export const ReaderImportResponse = z.object({ reader_import: ReaderImport });
export const ReaderImportsResponse = z.object({
  /** The latest imports, newest first, without discarded ones. */
  reader_imports: z.array(ReaderImport),
  /** The categories that readers can be imported into. */
  categories: z.array(z.object({ category_id: z.int(), name: z.string() })),
});
export const ReaderImportInput = z.strictObject({
  file_name: line(200, 1),
  file_bytes: z
    .int()
    .min(1, 'The file is empty. Choose the file that your other service exported.')
    .max(MAX_IMPORT_BYTES, 'The file is larger than 300 MB. Split it, and repeat the first line in each part.'),
});
export const ImportPartQuery = z.strictObject({
  offset: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number),
});
/** Vancouver hours between which permission emails are sent. */
export const ASK_FROM_HOUR = 8;
export const ASK_UNTIL_HOUR = 20;
export const DEFAULT_DAILY_EMAILS = 500;
export const MAX_DAILY_EMAILS = 10_000;
const DailyEmails = z.int().min(1).max(MAX_DAILY_EMAILS);
export const ImportStart = z.strictObject({
  /** The most emails a day that ask the file's readers for permission. */
  daily_emails: DailyEmails.default(DEFAULT_DAILY_EMAILS),
  /** The mapping of the dry run that the caller saw. If the last dry run has another one, nothing is imported. */
  mapping: ImportMapping.optional(),
});
export const ImportPatch = z.strictObject({
  /** Pauses or resumes permission emails. False also starts those that wait for the answer about a warm-up. */
  is_paused: z.boolean().optional(),
  daily_emails: DailyEmails.optional(),
});
export type ImportPatch = z.infer<typeof ImportPatch>;

/** Readers who are asked for permission. */
export const ImportCampaign = z.object({
  /** All of them. */
  readers: Count,
  /** Those who got the first email, and the reminder. Both include deleted readers, whose emails are deleted, too. */
  asked: Count,
  reminded: Count,
  /** Results. Asked readers who are in none of these counts still have time to answer. */
  confirmed: Count,
  declined: Count,
  bounced: Count,
  /** Deleted because they didn't answer, erased, or removed by undoing the import. */
  unanswered: Count,
  not_asked: Count,
  /** Deleted because nobody was asked for so long. */
  never_asked: Count,
  sent_today: Count,
  /** Emails by Vancouver day: the last 30 days with any, latest first. */
  days: z.array(z.object({ date: z.iso.date(), first_emails: Count, reminders: Count })),
  /** The emails that are still due if nobody answers. */
  emails_left: Count,
  /** The earliest Vancouver day on which the last email can be sent; null once all are sent. */
  ends_on: z.iso.date().nullable(),
  /**
   * Set while permission emails are stopped because too many of the last week's permission emails and last questions
   * had this result.
   */
  stopped_because: z.enum(['complaints', 'bounces']).nullable(),
});
export type ImportCampaign = z.infer<typeof ImportCampaign>;
/** Readers whom undoing an import would unsubscribe (because we emailed them), remove, or make pending again. */
export const ImportUndoPlan = z.object({ unsubscribed: Count, removed: Count, pending_again: Count });
export type ImportUndoPlan = z.infer<typeof ImportUndoPlan>;
export const ImportUndoPlanResponse = z.object({ undo_plan: ImportUndoPlan });
export const ImportCampaignResponse = z.object({ campaign: ImportCampaign });
