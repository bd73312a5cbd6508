// npm run seed:demo   fills the empty database of DATABASE_URL with the demo's people, books, and newsletters
// For a staging site with DECKLE_DEMO=1 and Stripe's test keys or the fake Stripe. Refused if partners have signed up.

import { buildDeps } from '#server/deps.ts';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { claimDatabase } from '#server/platform/database-claim.ts';
import { formatCount } from '#shared/counts.ts';
import { seedDemo } from '../prisma/seed.ts';
import { migrateOrFail, openConfiguredDatabase } from './backup/database.ts';

const config = readConfig();
if (!config.isDemo) fail('The demo is off, and Deckle won’t use demo data without it: set DECKLE_DEMO=1.');
const database = await openConfiguredDatabase(config);
await migrateOrFail(database);
await claimDatabase(database.url, config).catch(({ message }) => fail(message));
const { deps, close } = await buildDeps(config, { databaseUrl: database.url, clock: settableClock() });
try {
  const realPartners = await deps.db.partner.count({ where: { NOT: { uid: { endsWith: '.test' } } } });
  if (realPartners)
    fail(
      `The database already has ${formatCount(realPartners, 'real partner')}, so no demo data was added. Use an empty database.`,
    );
  const seeded = await seedDemo({ ...deps, stripe: deps.stripe.api });
  console.log(seeded ? 'Demo data added. The sign-ins are in README.md.' : 'The demo data already exists.');
} finally {
  await close();
  await database.close();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
