/** Paging as every list does it: the offset of a page, and `meta` beside the rows. */
import type { Meta } from '#shared/params.ts';

export const pageOf = ({ page, per }: { page: number; per: number }) => ({ skip: (page - 1) * per, take: per });

export const metaOf = ({ page, per }: { page: number; per: number }, total_count: number): Meta => ({
  total_count,
  page,
  per,
});
