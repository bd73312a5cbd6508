/** Uploaded sales reports: their columns, and the rows that count for a promotion. */
import * as z from 'zod';
import { STORES } from './business.ts';
import { anyText, queryFlag } from './params.ts';
import { MAX_WINDOW_DAYS } from './result-figures.ts';
import { SalesLine } from './results.ts';

export const MAX_REPORT_BYTES = 5 * 1024 * 1024;
export const MAX_REPORT_ROWS = 100_000;
export const MAX_REPORT_COLUMNS = 60;

export const REPORT_FIELDS = [
  'date',
  'title',
  'asin',
  'store',
  'net_copies',
  'copies',
  'refunded',
  'free_copies',
  'pages',
  'royalty',
  'currency',
] as const;
export type ReportField = (typeof REPORT_FIELDS)[number];

const header = z.array(z.string().max(100)).min(1).max(MAX_REPORT_COLUMNS);

export const SalesMapping = z
  .strictObject({
    /** The field of each column, or null for one to ignore. */
    columns: z.array(z.enum(REPORT_FIELDS).nullable()).min(1).max(MAX_REPORT_COLUMNS),
    /** The store of all rows, for a report without a column for it. */
    store: z.enum(STORES).nullable(),
    /** For dates such as 3/4/2026. */
    day_first: z.boolean(),
  })
  .superRefine(({ columns, store }, { addIssue }) => {
    const problem = mappingProblem(columns, store);
    if (problem) addIssue({ code: 'custom', path: ['columns'], message: problem });
  });
export type SalesMapping = z.infer<typeof SalesMapping>;

/** A sentence about a missing or repeated field, or null if the mapping is valid. */
export function mappingProblem(columns: SalesMapping['columns'], store: SalesMapping['store']): string | null {
  const has = (...fields: ReportField[]) => fields.some((field) => columns.includes(field));
  const duplicate = columns.find((field, index) => field && columns.indexOf(field) !== index);
  if (duplicate) return 'Choose each field for one column only.';
  if (!has('title', 'asin')) return 'Choose the column with the title or the ASIN.';
  if (!has('net_copies', 'copies', 'free_copies', 'pages', 'royalty'))
    return 'Choose the column with copies, KENP read, or royalties.';
  return !has('store') && !store ? 'Choose the store, or the column with it.' : null;
}

export const SalesMappingInput = z.strictObject({ header, mapping: SalesMapping });
export type SalesMappingInput = z.infer<typeof SalesMappingInput>;
export const SalesMappingResponse = z.object({ sales_mapping: z.object({ header, mapping: SalesMapping }) });

/** 'GBP:1.27,EUR:1.1': US dollars for one unit of each currency. */
const Rates = anyText(300)
  .refine((text) => /^([A-Z]{3}:\d{1,6}(\.\d{1,8})?(,|$))*$/.test(text), 'must look like GBP:1.27,EUR:1.1')
  .transform((text) => new Map(text.split(',').filter(Boolean).map(rateOf)))
  .refine((rates) => [...rates.values()].every((rate) => rate > 0), 'must be more than 0');
const rateOf = (part: string): [string, number] => [part.slice(0, 3), Number(part.slice(4))];

export const SalesReportQuery = z.strictObject({
  window_days: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(MAX_WINDOW_DAYS))
    .optional(),
  rates: Rates.optional(),
  save: queryFlag.optional(),
});

const Counts = z.object({
  matched: z.int(),
  /** Rows about other books. */
  other_books: z.int(),
  /** Rows before or after the days that count. */
  other_days: z.int(),
  bad: z.int(),
});

export const SalesReport = z.object({
  sheets: z.array(
    z.object({
      name: z.string(),
      header,
      columns: z.array(z.enum(REPORT_FIELDS).nullable()),
      store: z.enum(STORES).nullable(),
      day_first: z.boolean(),
      /** The mapping's problem as a sentence; null if the sheet was read. */
      problem: z.string().nullable(),
      /** The first rows, shown while the partner assigns the columns. */
      sample: z.array(z.array(z.string())),
      rows: z.int(),
    }),
  ),
  ignored_sheets: z.array(z.string()),
  counts: Counts,
  /** The first rows that can't be read. */
  problems: z.array(z.object({ sheet: z.string(), row: z.int(), column: z.string(), message: z.string() })),
  /** Royalties left out because their currency has no rate. Copies and KENP read of these rows count. */
  unconverted: z.array(z.object({ currency: z.string(), amount: z.number(), rows: z.int() })),
  lines: z.array(SalesLine),
  /** Saved lines that saving removes or changes. */
  replaced: z.array(SalesLine),
  is_saved: z.boolean(),
});
export type SalesReport = z.infer<typeof SalesReport>;
export type SheetReport = SalesReport['sheets'][number];
export const SalesReportResponse = z.object({ sales_report: SalesReport });
