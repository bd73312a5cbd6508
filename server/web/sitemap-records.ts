/** Records with a public page. Parts are ranges of ids, so that they can be found and read without counting. */
import { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { paths } from '#shared/paths.ts';

/** Limit of one sitemap (sitemaps.org). */
const URLS_PER_PART = 50_000;
const ROWS_PER_READ = 1000;

export type SitemapKind = {
  table: Prisma.Sql;
  /** SQL condition for records that currently have a page. */
  condition: (now: Date) => Prisma.Sql;
  /** SQL expression for the page's last change, or null if unknown. */
  lastmod: Prisma.Sql;
  path: (record: { id: number; slug: string }) => string;
};

const always = () => Prisma.sql`true`;
const published = (now: Date) => Prisma.sql`published_at <= ${now}`;
const updated = Prisma.sql`updated_at`;
const never = Prisma.sql`null::timestamptz`;

export const KINDS: { readonly [name: string]: SitemapKind } = {
  books: {
    table: Prisma.sql`books`,
    condition: () => Prisma.sql`status = 'active'`,
    lastmod: updated,
    path: paths.book,
  },
  authors: { table: Prisma.sql`authors`, condition: always, lastmod: updated, path: paths.author },
  categories: { table: Prisma.sql`categories`, condition: always, lastmod: never, path: paths.category },
  newsletter: {
    ...{ table: Prisma.sql`categories`, condition: () => Prisma.sql`not is_adult`, lastmod: never },
    path: ({ slug }) => newsletterPaths.signUp(slug),
  },
  blog: { table: Prisma.sql`blogs`, condition: published, lastmod: updated, path: paths.blogPost },
  'blog-categories': {
    table: Prisma.sql`blog_categories`,
    condition: always,
    lastmod: never,
    path: paths.blogCategory,
  },
  'reader-blog': {
    table: Prisma.sql`reader_blogs`,
    condition: published,
    lastmod: updated,
    path: paths.readerBlogPost,
  },
  'reader-blog-categories': {
    table: Prisma.sql`reader_blog_categories`,
    condition: always,
    lastmod: never,
    path: paths.readerBlogCategory,
  },
  'promotion-sites': {
    table: Prisma.sql`promotion_sites`,
    condition: always,
    lastmod: never,
    path: paths.promotionSite,
  },
};

type SitemapPart = { n: number; lastmod: Date | null };

/** The non-empty parts of a kind. */
export const listParts = (
  db: Database,
  { table, condition: shown, lastmod: changed }: SitemapKind,
  now: Date,
  size = URLS_PER_PART,
) =>
  db.$queryRaw<SitemapPart[]>`
    select ((id - 1) / ${size}::int) + 1 as n, max(${changed}) as lastmod
    from ${table} where ${shown(now)} group by 1 order by 1`;

export type Entry = { id: number; slug: string; lastmod: Date | null };

/** A part's records by id, a thousand at a time. */
export async function* readEntries(db: Database, kind: SitemapKind, n: number, now: Date, size = URLS_PER_PART) {
  const lastId = n * size;
  let afterId = lastId - size;
  for (;;) {
    const rows: Entry[] = await db.$queryRaw<Entry[]>`
      select id, slug, ${kind.lastmod} as lastmod from ${kind.table}
      where id > ${afterId}::bigint and id <= ${lastId}::bigint and ${kind.condition(now)} order by id limit ${ROWS_PER_READ}`;
    yield* rows;
    if (rows.length < ROWS_PER_READ) return;
    afterId = rows.at(-1)!.id;
  }
}
