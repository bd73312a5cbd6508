// npm run seed:demo   fills the empty database of DATABASE_URL with the demo's people, books and newsletters
// For a staging site with Stripe's test keys or its stand-in (DECKLE_SANDBOX=1). Refused with live keys, and where people are.

import { buildDeps } from '#server/deps.ts';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { seedDemo } from '../prisma/seed.ts';
import { configuredDatabase, migrateOrFail } from './backup/database.ts';

const config = readConfig();
if (config.STRIPE_SECRET_KEY?.startsWith('sk_live_'))
  fail('These are live Stripe keys: the demo is not for real customers.');
const database = await configuredDatabase(config);
await migrateOrFail(database);
const { deps, close } = await buildDeps(config, { databaseUrl: database.url, clock: settableClock() });
try {
  const strangers = await deps.db.partner.count({ where: { NOT: { uid: { endsWith: '.test' } } } });
  if (strangers) fail(`The database has ${strangers} partners of its own.`);
  const seeded = await seedDemo({ ...deps, stripe: deps.stripe.api });
  console.log(seeded ? 'Filled. The demo’s sign-ins stand in README.md.' : 'The demo is there already.');
} finally {
  await close();
  await database.close();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
