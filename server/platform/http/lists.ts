/** Pagination of all lists (a page's offset, and `meta`), and matching of their `q` parameter. */
import type { Meta } from '#shared/params.ts';

export const pageOf = ({ page, per }: { page: number; per: number }) => ({ skip: (page - 1) * per, take: per });

export const metaOf = ({ page, per }: { page: number; per: number }, total_count: number): Meta => ({
  total_count,
  page,
  per,
});

/** Escapes % and _ for Prisma's `contains`, so that searched text is taken literally. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Matches anywhere in the text, ignoring case. */
export const containing = (text: string) => ({ contains: literal(text), mode: 'insensitive' }) as const;

/** Matches the whole text, ignoring case. Prisma uses `ilike`, so wildcards are escaped here too. */
export const exactly = (text: string) => ({ equals: literal(text), mode: 'insensitive' }) as const;

/** The same as an `ilike` pattern. */
export const patternOf = (text: string) => `%${literal(text)}%`;
