// npm run doctor   looks at the configuration, the machine, the database, mail and Stripe. Changes nothing, sends nothing.
// Exit 1 when something will go wrong.

import { buildDeps } from '#server/deps.ts';
import { settableClock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { speakPlainly } from '#shared/validation.ts';
import { configuredDatabase } from './backup/database.ts';
import {
  checkClock,
  checkDatabase,
  checkMigrations,
  checkOwner,
  checkReplica,
  checkStaff,
  checkWorker,
} from './doctor/database.ts';
import { bad, type Finding, good } from './doctor/finding.ts';
import { checkConfiguration, checkDisk, checkNode, checkZone } from './doctor/host.ts';
import { checkMail, checkMailDns, checkStripe } from './doctor/outside.ts';

const HOST: [string, (config: Config) => Finding | Promise<Finding>][] = [
  ['configuration', checkConfiguration],
  ['node', () => checkNode(process.version)],
  ['zone data', () => checkZone()],
  ['disk', ({ DECKLE_DATA_DIR }) => checkDisk(DECKLE_DATA_DIR)],
  ['mail', checkMail],
  ['mail dns', (config) => checkMailDns(config)],
];
const WHOLE: [string, (deps: Deps) => Promise<Finding>][] = [
  ['database', checkDatabase],
  ['migrations', checkMigrations],
  ['owner', checkOwner],
  ['clock', checkClock],
  ['schedule', checkWorker],
  ['staff', checkStaff],
  ['replica', checkReplica],
  ['stripe', checkStripe],
];

speakPlainly();
const config = readOrEnd();
for (const [name, check] of HOST) await tell(name, async () => check(config));
await tell('reached', examineWhole);

/** What needs the database is looked at once it is reached. */
async function examineWhole(): Promise<Finding> {
  const database = await configuredDatabase(config);
  const options = { databaseUrl: database.url, clock: settableClock(), log: createLog('silent') };
  try {
    const { deps, close } = await buildDeps(config, options);
    await deps.pool.query('select 1');
    for (const [name, check] of WHOLE) await tell(name, () => check(deps));
    await close();
    return good('All of it was looked at.');
  } finally {
    await database.close();
  }
}

async function tell(name: string, check: () => Promise<Finding>) {
  const { verdict, says } = await check().catch((error) => bad(String(error.message ?? error)));
  console.log(`${{ good: '✓', note: '·', bad: '✗' }[verdict]} ${name.padEnd(14)} ${says}`);
  if (verdict === 'bad') process.exitCode = 1;
}

function readOrEnd(): Config {
  try {
    return readConfig();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
