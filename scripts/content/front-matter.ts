/** The YAML block at the top of a content file, checked while it's read. */
import * as z from 'zod';

const text = z.string().trim().min(1);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD');
const month = z.string().regex(/^\d{4}(-\d{2})?$/, 'must be a month, YYYY-MM, or a year');

/**
 * An external page. `as_of` is the month or year of the copy that was read, not the month of writing. `unverified`
 * explains a missing `as_of`: nobody opened the page, or it has no date.
 */
const Source = z
  .strictObject({
    title: text,
    url: z.url({ protocol: /^https$/ }),
    as_of: month.optional(),
    facts: z.array(text).default([]),
    unverified: z.enum(['undated', 'unopened']).optional(),
  })
  .refine(({ as_of, unverified }) => Boolean(as_of) !== Boolean(unverified), 'needs as_of or unverified')
  .refine(({ facts, unverified }) => (facts.length === 0) === (unverified === 'unopened'), 'needs the facts relied on');

const Related = z.strictObject({ to: text, label: text, text: text.optional() });

/** A file in client/public. */
const Download = z.strictObject({ file: z.string().regex(/^\/downloads\/[\w.-]+$/), label: text, text });

export const PageMatter = z.strictObject({
  kind: z.enum(['guide', 'page', 'questions']),
  /** For the tab and for search results. */
  title: text,
  description: text,
  heading: text,
  /** `operator` for the name in the settings, or a person's name. */
  byline: text.optional(),
  published: day,
  updated: day,
  /** The month of the newest source read. */
  checked: month.optional(),
  sources: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), Source).default({}),
  downloads: z.array(Download).default([]),
  related: z.array(Related).default([]),
});
export type PageMatter = z.infer<typeof PageMatter>;
export type Source = PageMatter['sources'][string];

export function readMatter(path: string, data: unknown): PageMatter {
  const matter = PageMatter.safeParse(data);
  if (matter.success) return matter.data;
  const problems = matter.error.issues.map(({ path: key, message }) => `  ${key.join('.')}: ${message}`);
  throw new Error([`${path}: front matter`, ...problems].join('\n'));
}
