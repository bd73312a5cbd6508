/**
 * Ties a database to one Stripe mode at its first start, and keeps demo data and its public passwords out of real use.
 * Customers and cards of one mode don't exist in another, so processes with different modes can't share a database.
 */
import pg from 'pg';
import type { Config } from './config.ts';
import type { StripeMode } from './config-safety.ts';
import { StartupError } from './start-failure.ts';

const STRIPE_MODE = 'stripe_mode';
/** Written by the demo's seed. */
export const DEMO_DATA = 'demo_data';
/** Written with `DEMO_DATA`, and deleted once the seed's second part (`completeSeed`) is done. */
export const DEMO_DATA_INCOMPLETE = 'demo_data_incomplete';
/**
 * The demo's staff, who identify older demo databases, which lack the marker above. Only staff can create staff
 * accounts, so nobody can block a real installation by signing up with these addresses.
 */
const DEMO_STAFF = ['staff@deckle.test', 'editor@deckle.test'];

type Facts = Pick<Config, 'isDemo' | 'stripeMode'>;
type Queryable = Pick<pg.Client, 'query'>;

/**
 * Records the Stripe mode of a new database. Throws if it belongs to another mode, or has demo data outside the demo.
 */
export async function claimDatabase(databaseUrl: string, config: Facts): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const problem = await databaseProblem(client, config);
    if (problem) throw new StartupError([problem]);
    await client.query(
      'insert into settings (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do nothing',
      [STRIPE_MODE, config.stripeMode],
    );
    // If two processes start at the same time, the second one finds the first one's mode.
    const raceProblem = await databaseProblem(client, config);
    if (raceProblem) throw new StartupError([raceProblem]);
  } finally {
    await client.end();
  }
}

/**
 * The problem with using this database in this configuration, and what to do, or null if there is none. Changes
 * nothing.
 */
export async function databaseProblem(client: Queryable, { isDemo, stripeMode }: Facts): Promise<string | null> {
  const { rows } = await client.query<{ mode: StripeMode | null; was_sandbox: boolean; has_demo: boolean }>(
    `select (select value #>> '{}' from settings where key = $1) as mode,
       exists (select from settings where key = 'demo_clock_offset_ms') or exists (select from captured_mails) as was_sandbox,
       exists (select from settings where key = $2) or exists (select from users where uid = any($3)) as has_demo`,
    [STRIPE_MODE, DEMO_DATA, DEMO_STAFF],
  );
  const { mode, was_sandbox, has_demo } = rows[0]!;
  if (has_demo && !isDemo)
    return 'The database holds the demo’s data and accounts, whose passwords are public: start with an empty database, or set DECKLE_DEMO=1.';
  // Databases of earlier versions don't record their mode, but a sandbox leaves traces.
  const previousMode = mode ?? (was_sandbox && stripeMode === 'live' ? 'sandbox' : stripeMode);
  return previousMode === stripeMode
    ? null
    : `This database was used with ${MODE_NAMES[previousMode]}, but the configuration uses ${MODE_NAMES[stripeMode]}. Start with an empty database, or restore the previous Stripe keys.`;
}

const MODE_NAMES: Record<StripeMode, string> = {
  sandbox: 'the fake Stripe',
  test: 'Stripe’s test mode',
  live: 'live Stripe keys',
};
