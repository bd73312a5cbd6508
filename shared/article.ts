/** A written page as the build makes it from a file in content/ (docs/content.md). Texts are HTML unless noted. */

/** HTML, a table of today's rates in categories, by slug, or the break-even calculator, which starts with a category. */
export type ArticlePart = string | { rates: readonly string[]; caption: string } | { break_even: string };

/** `title` is plain text. */
export type Section = { id: string; title: string; parts: readonly ArticlePart[] };

export type RelatedPage = { to: string; label: string; text?: string };
/** `as_of` is a month or a year; without one, the copy that was read had no date, or nobody opened the address. */
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
  /** The month of the newest source read, 'YYYY-MM'. */
  checked?: string;
  lead: string;
  words: number;
  sections: readonly Section[];
  sources: readonly ArticleSource[];
  downloads: readonly ArticleDownload[];
  related: readonly RelatedPage[];
  questions?: readonly { question: string; answer: string }[];
};

/** In the HTML, the place of a setting: only the running server knows its value. */
export const SETTING_MARK = /\uE000(\w+)\uE001/g;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
/** '2025-08' → 'August 2025'; a year stays a year. */
export const monthText = (month: string) => {
  const [year = '', number] = month.split('-');
  return number ? `${MONTHS[Number(number) - 1]} ${year}` : year;
};
