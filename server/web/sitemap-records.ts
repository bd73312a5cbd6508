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
  shown: (now: Date) => Prisma.Sql;
  /** SQL expression for the page's last change, or null if unknown. */
  changed: Prisma.Sql;
  path: (record: { id: number; slug: string }) => string;
};

const always = () => Prisma.sql`true`;
const published = (now: Date) => Prisma.sql`published_at <= ${now}`;
const updated = Prisma.sql`updated_at`;
const never = Prisma.sql`null::timestamptz`;

export const KINDS: { readonly [name: string]: SitemapKind } = {
  books: { table: Prisma.sql`books`, shown: () => Prisma.sql`status = 'active'`, changed: updated, path: paths.book },
  authors: { table: Prisma.sql`authors`, shown: always, changed: updated, path: paths.author },
  categories: { table: Prisma.sql`categories`, shown: always, changed: never, path: paths.category },
  newsletter: {
    ...{ table: Prisma.sql`categories`, shown: () => Prisma.sql`not is_adult`, changed: never },
    path: ({ slug }) => newsletterPaths.signUp(slug),
  },
  blog: { table: Prisma.sql`blogs`, shown: published, changed: updated, path: paths.blogPost },
  'blog-categories': { table: Prisma.sql`blog_categories`, shown: always, changed: never, path: paths.blogCategory },
  'reader-blog': { table: Prisma.sql`reader_blogs`, shown: published, changed: updated, path: paths.readerBlogPost },
  'reader-blog-categories': {
    table: Prisma.sql`reader_blog_categories`,
    shown: always,
    changed: never,
    path: paths.readerBlogCategory,
  },
  'promotion-sites': { table: Prisma.sql`promotion_sites`, shown: always, changed: never, path: paths.promotionSite },
};

export type SitemapPart = { n: number; lastmod: Date | null };

/** The non-empty parts of a kind. */
export const partsOf = (db: Database, { table, shown, changed }: SitemapKind, now: Date, size = URLS_PER_PART) =>
  db.$queryRaw<SitemapPart[]>`
    select ((id - 1) / ${size}::int) + 1 as n, max(${changed}) as lastmod
    from ${table} where ${shown(now)} group by 1 order by 1`;

export type Entry = { id: number; slug: string; lastmod: Date | null };

/** A part's records by id, a thousand at a time. */
export async function* entriesOf(db: Database, kind: SitemapKind, n: number, now: Date, size = URLS_PER_PART) {
  const last = n * size;
  let after = last - size;
  for (;;) {
    const rows: Entry[] = await db.$queryRaw<Entry[]>`
      select id, slug, ${kind.changed} as lastmod from ${kind.table}
      where id > ${after}::bigint and id <= ${last}::bigint and ${kind.shown(now)} order by id limit ${ROWS_PER_READ}`;
    yield* rows;
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)!.id;
  }
}
