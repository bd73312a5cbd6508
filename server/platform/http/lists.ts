/** Paging as every list does it: the offset of a page, and `meta` beside the rows. And what a list's `q` means. */
import type { Meta } from '#shared/params.ts';

export const pageOf = ({ page, per }: { page: number; per: number }) => ({ skip: (page - 1) * per, take: per });

export const metaOf = ({ page, per }: { page: number; per: number }, total_count: number): Meta => ({
  total_count,
  page,
  per,
});

/** Searched text means itself: % and _ are no wildcards. For Prisma's `contains`. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Whatever its case and wherever it stands. */
export const containing = (text: string) => ({ contains: literal(text), mode: 'insensitive' }) as const;

/** The whole text, whatever its case. Prisma compares it by `ilike`, so wildcards are escaped here too. */
export const exactly = (text: string) => ({ equals: literal(text), mode: 'insensitive' }) as const;

/** The same as the pattern of an `ilike`. */
export const patternOf = (text: string) => `%${literal(text)}%`;
