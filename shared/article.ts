/**
 * A page that the build creates from a file in content/ (docs/content.md). Leads, parts of sections, answers, and texts
 * of related pages are HTML; other texts are plain.
 */

/** HTML, a table of today's rates for categories (by slug), or the break-even calculator (with its first category). */
export type ArticlePart = string | { rates: readonly string[]; caption: string } | { break_even: string };

/** `title` is plain text. */
export type Section = { id: string; title: string; parts: readonly ArticlePart[] };

export type RelatedPage = { to: string; label: string; text?: string };
/** `as_of` is a month or a year. Without one, the source has no date or hasn't been opened. */
export type ArticleSource = { title: string; url: string; as_of?: string; unverified?: 'undated' | 'unopened' };
export type ArticleDownload = { file: string; label: string; text: string };

export type Article = {
  kind: 'guide' | 'page' | 'questions';
  path: string;
  /** Plain text, for the tab and for search results. */
  title: string;
  description: string;
  heading: string;
  /** `operator`, or a person's name. */
  byline?: string;
  published: string;
  updated: string;
  /** The month or year of the newest source that was read, 'YYYY-MM' or 'YYYY'. */
  checked?: string;
  lead: string;
  words: number;
  sections: readonly Section[];
  sources: readonly ArticleSource[];
  downloads: readonly ArticleDownload[];
  related: readonly RelatedPage[];
  questions?: readonly { question: string; answer: string }[];
};

/** Marks a setting in the HTML, because only the running server knows its value. */
export const SETTING_MARK = /\uE000(\w+)\uE001/g;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
/** '2025-08' → 'August 2025'; a year stays a year. */
export const monthText = (month: string) => {
  const [year = '', number] = month.split('-');
  return number ? `${MONTHS[Number(number) - 1]} ${year}` : year;
};
