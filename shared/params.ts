/**
 * Schemas of input: path ids, list queries, and the text types that other schemas use. See
 * docs/decisions/0018-plain-links-and-visible-text.md.
 */
import * as z from 'zod';
import { MAX_PER_PAGE, RESULTS_PER_PAGE, STORES } from './business.ts';
import { isCalendarDate } from './dates.ts';

/** Postgres `integer`; larger numbers can't be ids. */
export const MAX_ID = 2 ** 31 - 1;
export const Id = z.int().min(1).max(MAX_ID);
const idText = z.string().transform(Number).pipe(Id);

const PathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .pipe(idText);

/** Schema of a path parameter, by its name. An invalid id can't name a record, so the caller responds with 404. */
export function pathParam(name: string): z.ZodType {
  if (/^(id|.*_id)$/.test(name)) return PathId;
  return name === 'uuid' ? z.uuid() : z.string();
}

/** Reports this error and skips the later checks. */
const abortWith = (error: string) => ({ error, abort: true });

/**
 * Trimmed text without NUL (Postgres can't store it) or lone surrogates (UTF-8 can't represent them), for text that
 * isn't published, such as a search, a token, or another program's message.
 */
export const anyText = (max: number, min = 0) =>
  z
    .string()
    // Documents the limits, which the pipe below applies to the trimmed text.
    .meta({ ...(min ? { minLength: min } : {}), maxLength: max })
    .transform((value) => value.trim())
    .pipe(
      z
        .string()
        .min(min)
        .max(max)
        .refine(
          (value) => !value.includes('\0') && value.isWellFormed(),
          abortWith('contains characters that we can’t store; please remove them'),
        ),
    );

/** The words of a search, with single spaces between them. */
export const searchText = (min = 0) => anyText(100, min).transform((value) => value.replace(/\s+/g, ' '));

const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{C}\u2800]/gu;
const isVisible = (value: string) => value.replace(HIDDEN, '') !== '';

/** Published text of one or more lines, without characters that change the direction of the text after it. */
export const text = (max: number, min = 0) =>
  anyText(max, min)
    .refine(
      (value) => !/\p{Bidi_Control}/u.test(value),
      abortWith('contains a hidden text-direction character; please retype it'),
    )
    .refine((value) => value === '' || isVisible(value), abortWith("can't be blank"));
export const requiredText = (max: number) => text(max, 1);
/** Optional text: an empty string means "none". */
export const optionalText = (max: number) => orNull(text(max));

/** A name or a title: text of one line. */
export const line = (max: number, min = 0) =>
  text(max, min).refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), abortWith('must be one line'));
export const requiredLine = (max: number) => line(max, 1);
export const optionalLine = (max: number) => orNull(line(max));

const orNull = (schema: z.ZodType<string, string>) => schema.transform((value) => value || null).nullish();

/** The name of an account. It appears in emails to others, so it must not contain a link. */
export const AccountName = requiredLine(100).refine((value) => !hasWebAddress(value), 'can’t contain a web address');

/** True if a text contains a link. Emails must not quote such text from other people. */
export const hasWebAddress = (value: string) => {
  const normalized = value
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('\u3002', '.');
  return WEB_ADDRESSES.some((pattern) => pattern.test(normalized));
};
const COMMON_TLDS =
  'app asia bid bio biz blog cash cat click cloud club com dev edu email fun gov group icu info ink int jobs life link live loan media mil mobi money net news online org page press pro shop site space store tech tel today top travel vip web website win work works world xyz zone';
const WEB_ADDRESSES = [
  /:\/\//,
  /\bwww\./i,
  /\d{1,3}(\.\d{1,3}){3}/,
  /[\p{L}\p{N}]\.\p{L}{2,}\//u,
  // Names have dots too, as in Dr.Smith or J.R.R. Tolkien, but a single letter or a longer capitalized word follows
  // them.
  /[\p{L}\p{N}]\.(\p{L}{2}|[\p{Ll}\p{Lo}]{3,}|xn--[\w-]+)(?![\p{L}\p{N}])/u,
  new RegExp(`[\\p{L}\\p{N}]\\.(${COMMON_TLDS.replaceAll(' ', '|')})(?![\\p{L}\\p{N}])`, 'iu'),
];

export const CalendarDate = z
  .string()
  .refine(isCalendarDate, 'must be a date, such as 2026-11-21')
  .meta({ format: 'date' });
export const Email = anyText(254, 1).pipe(z.email('isn’t a valid email address'));
const MAX_URL_LENGTH = 2000;
/** Normalized by the URL parser, so that every program reads the same host from it. */
export const WebUrl = anyText(MAX_URL_LENGTH).transform(urlOf);
export const optionalUrl = anyText(MAX_URL_LENGTH)
  .transform((value, context) => (value === '' ? null : urlOf(value, context)))
  .nullish();

function urlOf(value: string, context: z.RefinementCtx) {
  if (isWebUrl(value)) return new URL(value).href;
  context.addIssue({ code: 'custom', message: 'isn’t a valid web address' });
  return z.NEVER;
}

/** Includes top-level domains in other scripts. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/;

/** Refuses backslashes (some programs treat them as the end of the host), credentials, and nondefault ports. */
function isWebUrl(value: string) {
  if (!URL.canParse(value) || value.includes('\\')) return false;
  const { protocol, hostname, username, password, port, href } = new URL(value);
  const isHttpDomain = /^https?:$/.test(protocol) && DOMAIN.test(hostname);
  return isHttpDomain && !username && !password && !port && href.length <= MAX_URL_LENGTH;
}

export const Cents = z.int().min(0).max(1_000_000);
export const StoreName = z.enum(STORES);

export const queryFlag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const queryId = z
  .string()
  .regex(/^\d{1,10}$/, 'isn’t a valid ID')
  .pipe(idText);

/** `joins[]=a&joins[]=b` or `joins=a,b`, each from the allowlist. */
export const joinsQuery = <const J extends readonly [string, ...string[]]>(joins: J) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(z.enum(joins)).max(20).default([]),
  );

/** Query of one record: its joins, and whether to return public fields only. Unknown parameters are refused. */
export const recordQuery = <const J extends readonly [string, ...string[]]>(joins: J) =>
  z.strictObject({ joins: joinsQuery(joins), public: queryFlag.optional() });

const pageText = z.string().regex(/^\d{1,7}$/, 'must be a whole number');
const pageOf = (value: string) => Math.max(1, Number(value));
/** Starts at 1; 0 also means the first page. */
export const queryPage = pageText.default('1').transform(pageOf);

const perText = z.string().regex(/^\d{1,4}$/, 'must be a whole number');
const perPage = z.int().min(1).max(MAX_PER_PAGE);
export const queryPer = perText.transform(Number).pipe(perPage);

/** Placeholder for a list without joins: an enum needs a member. */
const NO_JOINS = ['none'] as const;

/** Query of a list: page, per, sorting and joins from allowlists, and the list's filters. */
export function listQuery<
  const S extends readonly [string, ...string[]],
  F extends z.ZodRawShape,
  const J extends readonly [string, ...string[]] = typeof NO_JOINS,
>(sort: S, filters: F, joins: J = NO_JOINS as unknown as J) {
  return z.strictObject({
    page: queryPage,
    per: perText.default(String(RESULTS_PER_PAGE)).transform(Number).pipe(perPage),
    sort_col: z.enum(sort).default(sort[0] as S[number]),
    sort_dir: z.enum(['asc', 'desc']).default('desc'),
    joins: joinsQuery(joins),
    public: queryFlag.optional(),
    ...filters,
  });
}

/**
 * Query of a short list: all rows, ascending by default. With `page` or `per`, it is paged like every other list.
 */
export function shortListQuery<
  const S extends readonly [string, ...string[]],
  F extends z.ZodRawShape,
  const J extends readonly [string, ...string[]] = readonly ['none'],
>(sort: S, filters: F, joins?: J) {
  return listQuery(sort, filters, joins).extend({
    page: pageText.transform(pageOf).optional(),
    per: queryPer.optional(),
    sort_dir: z.enum(['asc', 'desc']).default('asc'),
  });
}

export const Meta = z.object({ total_count: z.int(), page: z.int(), per: z.int() });
export type Meta = z.infer<typeof Meta>;
