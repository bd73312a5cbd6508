import { join } from 'node:path';
import { defineConfig } from 'prisma/config';
import { RAW_TABLES } from './prisma/raw-tables.ts';
import { runningPostgresUrl } from './server/platform/embedded-postgres.ts';

/** The embedded database has a URL only while it runs. `prisma generate` needs no database. */
const url =
  process.env.DATABASE_URL || runningPostgresUrl(join(process.env.DECKLE_DATA_DIR || '.data', 'postgres'), 'postgres');

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url ? { datasource: { url } } : {}),
  experimental: { externalTables: true },
  tables: { external: RAW_TABLES.map((name) => `public.${name}`) },
});
