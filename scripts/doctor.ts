// npm run doctor                checks the configuration, the machine, the database, email, and Stripe
// npm run doctor -- --rebuild   also rebuilds derived rows that don't match their sources
// Sends nothing. Exit code 1 if something will fail.

import { buildDeps } from '#server/deps.ts';
import { settableClock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { installZodMessages } from '#shared/validation.ts';
import { openConfiguredDatabase } from './backup/database.ts';
import { fail } from './command-line.ts';
import { checkAiModel } from './doctor/ai.ts';
import {
  checkClock,
  checkDatabase,
  checkMigrations,
  checkOwner,
  checkReplica,
  checkRetention,
  checkStaff,
  checkWorker,
} from './doctor/database.ts';
import { checkDerived, rebuildDerived } from './doctor/derived.ts';
import { checkListHealth, checkMail, checkStripe, checkWarmUp } from './doctor/external-services.ts';
import { bad, type Finding, good } from './doctor/finding.ts';
import { checkConfiguration, checkDisk, checkNode, checkOperator, checkZone } from './doctor/host.ts';
import { checkMailDns } from './doctor/mail-dns.ts';
import { checkOneClick } from './doctor/one-click.ts';

const HOST_CHECKS: [string, (config: Config) => Finding | Promise<Finding>][] = [
  ['configuration', checkConfiguration],
  ['operator', checkOperator],
  ['node', () => checkNode(process.version)],
  ['zone data', () => checkZone()],
  ['disk', ({ DECKLE_DATA_DIR }) => checkDisk(DECKLE_DATA_DIR)],
  ['ai model', (config) => checkAiModel(config, settableClock().now())],
  ['mail', checkMail],
  ['mail dns', (config) => checkMailDns(config)],
  ['one-click', (config) => checkOneClick(config, settableClock().now())],
];
const DATABASE_CHECKS: [string, (deps: Deps) => Promise<Finding>][] = [
  ['database', checkDatabase],
  ['migrations', checkMigrations],
  ['owner', checkOwner],
  ['clock', checkClock],
  ['schedule', checkWorker],
  ['staff', checkStaff],
  ['derived rows', checkDerived],
  ['retention', checkRetention],
  ['replica', checkReplica],
  ['stripe', checkStripe],
  ['list health', checkListHealth],
  ['warm-up', checkWarmUp],
];

const USAGE = 'npm run doctor\nnpm run doctor -- --rebuild';
const [option, ...rest] = process.argv.slice(2);
if (rest.length || (option !== undefined && option !== '--rebuild')) fail(USAGE);

installZodMessages();
const config = readConfigOrExit();
for (const [name, check] of HOST_CHECKS) await report(name, async () => check(config));
await report('all checks', checkDatabaseAndServices);

/** Runs the checks that need the database. Fails if the database can't be reached. */
async function checkDatabaseAndServices(): Promise<Finding> {
  const database = await openConfiguredDatabase(config);
  const options = { databaseUrl: database.url, clock: settableClock(), log: createLog('silent') };
  try {
    const { deps, close } = await buildDeps(config, options);
    await deps.pool.query('select 1');
    if (option) await report('rebuild', () => rebuildRows(deps));
    for (const [name, check] of DATABASE_CHECKS) await report(name, () => check(deps));
    await close();
    return good('Finished all checks.');
  } finally {
    await database.close();
  }
}

async function rebuildRows(deps: Deps): Promise<Finding> {
  const tables = await rebuildDerived(deps);
  return good(tables.length ? `Rebuilt: ${tables.join(', ')}.` : 'Nothing needed rebuilding.');
}

async function report(name: string, check: () => Promise<Finding>) {
  const { verdict, message } = await check().catch((error) => bad(String(error.message ?? error)));
  console.log(`${{ good: '✓', note: '·', bad: '✗' }[verdict]} ${name.padEnd(14)} ${message}`);
  if (verdict === 'bad') process.exitCode = 1;
}

function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
