// npm run compose:check                     builds the image and runs every profile of docker-compose.yml
// npm run compose:check -- --from IMAGE     upgrades from that image instead of from a copy of the new one
// npm run compose:check -- --profile ha     runs only that profile
// Needs a Docker Engine with compose. Runs in a copy of this folder, with a separate project name and separate ports
// and volumes, and removes its containers and volumes, but not its images. Exit code 2 if the engine or compose is
// missing, so nothing was checked.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, textOptions } from './command-line.ts';
import { APP, missingProgram, openEngine, PORTS, SITE } from './compose/engine.ts';
import { runPromotionLifecycle, STAFF } from './compose/lifecycle.ts';
import { startLoad } from './compose/load.ts';

const IMAGE = 'deckle:local';
const NEW_IMAGE = 'deckle:check-new';
const REPLICA_STATUS_SQL = `select coalesce(max(wal_status), 'missing') from pg_replication_slots where slot_name = 'replica' and active`;

const SCALED_ENV = {
  APP_URL: SITE,
  APP_SECRET: 'only for this check, but long enough',
  POSTGRES_PASSWORD: 'owner',
  POSTGRES_WEB_PASSWORD: 'web',
  DECKLE_DEMO: 0,
  DECKLE_SANDBOX: 1,
  SANDBOX_STRIPE_URL: 'http://stripe:12111',
  STAFF_SECOND_FACTOR: 'optional',
  LOG_LEVEL: 'warn',
};

/** Gives the fake Stripe its own container, because the servers share it. Publishes nothing beyond this machine. */
const SCALE_OVERRIDE = `
services:
  app: { depends_on: { stripe: { condition: service_started } } }
  web: { environment: { PUBLISHED_LOCALLY: "1" } }
  proxy:
    ports: !override ["127.0.0.1:${PORTS.HTTP_PORT}:${PORTS.HTTP_PORT}"]
  stripe:
    image: ${NEW_IMAGE}
    profiles: [scale]
    init: true
    volumes: ["app-data:/data"]
    healthcheck: { test: ["CMD", "true"], interval: 1s }
    command:
      - node
      - --input-type=module
      - --eval
      - |
        import net from 'node:net';
        import { startSandboxStripe } from '/app/server/sandbox/stripe/server.ts';
        const webhook = { url: () => 'http://app:3000/api/v1/stripe/webhook', secret: 'whsec_sandbox' };
        const { port } = await startSandboxStripe({ journalFile: '/data/stripe.jsonl', now: () => new Date(), webhook });
        net.createServer((from) => {
          const to = net.connect(port, '127.0.0.1');
          from.pipe(to).pipe(from);
          for (const [one, other] of [[from, to], [to, from]]) one.on('error', () => other.destroy());
        }).listen(12111);
`;

const CHECKS = { single: checkSingle, scale: checkScale, ha: checkHighAvailability, dev: checkDevelopment };
const USAGE = 'npm run compose:check -- --from IMAGE --profile single|scale|ha|dev (both are optional)';

const { from, profile: onlyProfile } = textOptions(['from', 'profile'], USAGE);
if (onlyProfile && !Object.hasOwn(CHECKS, onlyProfile)) fail(`There’s no profile ${onlyProfile}.\n${USAGE}`);
const missing = missingProgram();
if (missing) {
  console.error(`Not run: ${missing} is missing. Nothing was checked.`);
  process.exit(2);
}

const engine = openEngine();
const { compose, docker, run } = engine;
const waitSeconds = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
/** Returns the status of a GET. Repeats a failed one, because a connection from before a restart may be reused. */
const status = async (url: string) => {
  const get = () => fetch(url, { redirect: 'manual' });
  return (await get().catch(get)).status;
};
const idOf = (image: string) => docker('image', 'inspect', '--format', '{{.Id}}', image).trim();
const startServices = (...args: string[]) => compose('up', '-d', '--no-build', '--wait', ...args);
/** Runs SQL in the database of `single` and `scale`. */
const queryPostgres = (sql: string) => compose('exec', '-T', 'postgres', 'psql', '-U', 'deckle', '-tAc', sql).trim();
/** Runs SQL on the primary of `ha`. */
const queryPrimary = (sql: string) => {
  const command = 'PGPASSWORD=$POSTGRES_PASSWORD exec psql -h haproxy -U deckle -tAc "$1"';
  return compose('exec', '-T', 'postgres-1', 'bash', '-c', command, 'bash', sql).trim();
};
const previousImage = from ?? 'deckle:check-previous';

async function step(name: string, work: () => Promise<string> | string) {
  const start = performance.now();
  const result = await work();
  console.log(`✓ ${name.padEnd(34)} ${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${result}`);
}

try {
  await step('build', () => {
    docker('build', '--quiet', '--tag', NEW_IMAGE, '.');
    const base = /^FROM (\S+)/m.exec(readFileSync('Dockerfile', 'utf8'))![1]!;
    const size = (image: string) => Number(docker('image', 'inspect', '--format', '{{.Size}}', image));
    const megabytes = (size(NEW_IMAGE) - size(base)) / 1e6;
    assert(megabytes < 450, `The image is ${megabytes} MB larger than ${base}.`);
    return `${Math.round(megabytes)} MB above ${base}`;
  });
  if (!from) {
    writeFileSync(join(engine.folder, 'previous'), `FROM ${NEW_IMAGE}\nLABEL check=previous\n`);
    docker('build', '--quiet', '--tag', previousImage, '-f', 'previous', '.');
  }
  assert.notEqual(idOf(previousImage), idOf(NEW_IMAGE));
  for (const [profile, check] of Object.entries(CHECKS)) {
    if (onlyProfile && profile !== onlyProfile) continue;
    docker('tag', previousImage, IMAGE);
    await check();
    engine.down();
  }
  console.log(onlyProfile ? `The profile ${onlyProfile} works.` : 'Every profile works.');
} catch (error) {
  console.error(`✗ ${(error as Error).message}`);
  console.error((error as { stderr?: string }).stderr ?? '');
  console.error(
    spawnSync('docker', engine.composeArguments('logs', '--tail', '40'), { cwd: engine.folder, encoding: 'utf8' })
      .stdout,
  );
  process.exitCode = 1;
} finally {
  engine.down();
  engine.remove();
}

async function createAdministrator(profile: string) {
  await step(`${profile}: first admin`, () => {
    const create = `npm run user:create -- --email ${STAFF.email} --name Nora --role admin`;
    const created = run('app', create, { input: STAFF.password });
    assert.equal(created.status, 0, created.output);
    return 'created';
  });
}

/** Runs a command of the app in a separate container, with a folder for backups. */
function runWithBackups(...command: string[]) {
  const volume = `${join(engine.folder, 'backups')}:/backups`;
  const args = engine.composeArguments('run', '--rm', '-T', '-v', volume, 'app', 'npm', 'run', ...command);
  return spawnSync('docker', args, { cwd: engine.folder, encoding: 'utf8' });
}

function backUp(name: string) {
  const folder = join(engine.folder, 'backups');
  mkdirSync(folder, { recursive: true });
  chownSync(folder, 1000, 1000);
  const { status, stderr } = runWithBackups('backup', '--', '--to', `/backups/${name}`);
  assert.equal(status, 0, stderr);
}

function restoreFrom(name: string) {
  const { status, stdout, stderr } = runWithBackups('restore', '--', '--from', `/backups/${name}`);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /Restored/);
}

async function checkRestore(profile: string, { url, query }: { url: string; query(sql: string): string }) {
  await step(`${profile}: backup and restore`, async () => {
    backUp(profile);
    const countSql = 'select count(*) from promotions';
    const before = query(countSql);
    compose('stop', ...(profile === 'single' ? ['app'] : ['app', 'web', 'pgbouncer']));
    query('drop schema public, pgboss cascade');
    query('create schema public');
    restoreFrom(profile);
    startServices();
    assert.equal(query(countSql), before);
    const { answered, failed } = await loadDuring(url, () => waitSeconds(15));
    assert.deepEqual(failed, []);
    return `${before} promotions, as before; ${answered} requests, none failed`;
  });
}

/** Simulates visitors during a change, and for three seconds before and after it. */
async function loadDuring(url: string, change: () => Promise<void> | void) {
  const load = startLoad(url);
  await waitSeconds(3);
  await change();
  await waitSeconds(3);
  return load.stop();
}

async function checkSingle() {
  const example = Object.fromEntries(
    readFileSync('.env.example', 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split(/=(.*)/s)),
  );
  engine.configure({ profile: 'single', env: { ...example, ...PORTS, APP_URL: APP, SMTP_URL: '' } });
  await step('single: up', async () => {
    startServices();
    assert.equal(await status(`${APP}/ebook-deals`), 200);
    return 'healthy, /ebook-deals 200';
  });
  await step('single: upgrade under load', async () => {
    const { answered, failed } = await loadDuring(APP, () => {
      docker('tag', NEW_IMAGE, IMAGE);
      startServices();
    });
    assert(answered > 0);
    assert.equal(docker('inspect', '--format', '{{.Image}}', engine.containers('app')[0]!).trim(), idOf(NEW_IMAGE));
    return `from ${previousImage}: ${answered} requests answered, ${failed.length} failed while it restarted`;
  });
  await createAdministrator('single');
  await step('single: doctor', () => {
    const doctor = run('app', 'npm run doctor');
    assert.equal(doctor.status, 0, doctor.output);
    return 'exits with 0';
  });
  await step('single: promotion', () => runPromotionLifecycle({ url: APP, appUrl: APP, restartWebs: () => undefined }));
  await step('single: app killed', async () => {
    crash('app');
    const startedAt = performance.now();
    while ((await status(`${APP}/ebook-deals`).catch(() => 0)) !== 200) {
      assert(performance.now() - startedAt < 120_000, 'It took longer than two minutes.');
      await waitSeconds(0.2);
    }
    return `/ebook-deals 200 again after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  });
  await step('single: a folder of another user', () => {
    mkdirSync(join(engine.folder, 'backups'), { recursive: true });
    chownSync(join(engine.folder, 'backups'), 0, 0);
    const { stderr } = runWithBackups('backup', '--', '--to', '/backups/single');
    assert.match(stderr, /can’t write to \/backups/);
    return 'the backup says that it can’t write there';
  });
  await checkRestore('single', { url: APP, query: queryPostgres });
}

/** Simulates a crash, so that Docker restarts the container. After `docker kill` it wouldn't. */
function crash(service: string) {
  docker('exec', engine.containers(service)[0]!, 'bash', '-c', 'kill -9 $(pidof node)');
}

function restartWebs() {
  compose('restart', 'web');
  startServices();
}

/** Runs the checks that `scale` and `ha` share, after they start with the previous image. */
async function checkSeveralProcesses(profile: string, query: (sql: string) => string) {
  await step(`${profile}: upgrade under load`, async () => {
    const { answered, failed } = await loadDuring(SITE, () => {
      docker('tag', NEW_IMAGE, IMAGE);
      startServices('--no-deps', 'app');
      const oldContainers = engine.containers('web');
      startServices('--no-deps', '--no-recreate', '--scale', 'web=6', 'web');
      for (const web of oldContainers) {
        docker('stop', web);
        docker('rm', web);
      }
      startServices();
    });
    assert.deepEqual(failed, []);
    assert(answered > 500, `Only ${answered} requests were made.`);
    const images = engine.containers('web').map((web) => docker('inspect', '--format', '{{.Image}}', web).trim());
    assert.deepEqual(images, Array(3).fill(idOf(NEW_IMAGE)));
    return `from ${previousImage}: ${answered} requests, none failed`;
  });
  await createAdministrator(profile);
  // The load used up the sign-ups that one network may make in an hour.
  query('delete from rate_limits');
  await step(`${profile}: promotion`, () => runPromotionLifecycle({ url: SITE, appUrl: APP, restartWebs }));
  await step(`${profile}: web killed`, async () => {
    const { answered, failed } = await loadDuring(SITE, async () => {
      crash('web');
      await waitSeconds(7);
    });
    assert(failed.length <= 8, failed.join('\n'));
    startServices();
    return `${answered} requests answered, ${failed.length} lost in flight`;
  });
  await checkRestore(profile, { url: SITE, query });
}

async function assertScaled() {
  assert.equal(await status(`${SITE}/ebook-deals`), 200);
  for (const path of ['/metrics', '/readyz', '/healthz', '/dev/clock']) assert.equal(await status(SITE + path), 404);
  const running = compose('ps', '--format', '{{.Service}}').trim().split('\n');
  const processes = running.filter((service) => service === 'app' || service === 'web').sort();
  assert.deepEqual(processes, ['app', 'web', 'web', 'web']);
}

async function checkScale() {
  const env = { ...SCALED_ENV, REPLICA_MAX_WAL: '64MB' };
  // Starts as a single installation, and then scales.
  engine.configure({ profile: 'single', env, override: SCALE_OVERRIDE.replaceAll('[scale]', '[single, scale]') });
  startServices();
  engine.configure({ profile: 'scale', env, override: SCALE_OVERRIDE });
  await step('scale: up, after single', async () => {
    startServices();
    await assertScaled();
    return 'one app, three webs; internal paths 404 through the proxy';
  });
  await checkSeveralProcesses('scale', queryPostgres);
  await step('scale: replica stopped and restarted', async () => {
    compose('stop', 'replica');
    queryPostgres('create table check_replica as select generate_series(1, 100000) as n');
    const doctor = run('app', 'npm run doctor').output;
    assert.match(doctor, /✗ replica .* No replica is connected to slot replica/);
    assert.equal(await status(`${SITE}/ebook-deals`), 200);
    startServices();
    assert.match(run('app', 'npm run doctor').output, /✓ replica .* connected, \d+ MB behind/);
    return 'pages 200 without it; it caught up from its slot';
  });
  await step('scale: replica offline for too long', async () => {
    compose('stop', 'replica');
    for (let round = 0; round < 4; round++) {
      queryPostgres('insert into check_replica select generate_series(1, 500000)');
      queryPostgres('checkpoint');
    }
    assert.match(run('app', 'npm run doctor').output, /✗ replica .* no longer has the changes/);
    startServices();
    assert.equal(queryPostgres(REPLICA_STATUS_SQL), 'reserved');
    return 'its WAL was dropped, so it copied the primary again';
  });
}

async function checkHighAvailability() {
  const override = SCALE_OVERRIDE.replaceAll('[scale]', '[single, ha]');
  const nodes = ['postgres-1', 'postgres-2', 'postgres-3'];
  type Member = { Member: string; Role: string; State: string };
  const patronictl = (command: string) =>
    compose('exec', '-T', nodes[0]!, 'patronictl', '-c', '/etc/patroni.yml', ...command.split(' '));
  const members = () => JSON.parse(patronictl('list -f json')) as Member[];
  const primary = () => members().find(({ Role }) => Role === 'Leader')!.Member;
  const isComplete = () => {
    const states = members().map(({ State }) => State);
    return states.toSorted().join() === 'running,streaming,streaming';
  };
  const areHealthy = () => !/starting|unhealthy/.test(compose('ps', '--format', '{{.Health}}'));
  const waitUntil = async (isTrue: () => Promise<boolean> | boolean) => {
    const startedAt = performance.now();
    while (!(await isTrue())) {
      assert(performance.now() - startedAt < 120_000, 'It took longer than two minutes.');
      await waitSeconds(0.5);
    }
    return Math.round((performance.now() - startedAt) / 1000);
  };
  const signUp = async () => {
    const body = JSON.stringify({ email: `${performance.now()}@example.test`, category_ids: [1] });
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    return (await fetch(`${SITE}/api/v1/readers`, options).catch(() => null))?.status;
  };
  engine.configure({ profile: 'single', env: SCALED_ENV, override });
  await step('ha: up, after single', async () => {
    startServices();
    backUp('before-ha');
    const before = queryPostgres('select count(*) from categories');
    compose('--profile', '*', 'down');
    const env = { ...SCALED_ENV, POSTGRES_HOST: 'haproxy', POSTGRES_REPLICA: 'haproxy:5433' };
    engine.configure({ profile: 'ha', env, override });
    startServices('haproxy');
    restoreFrom('before-ha');
    startServices();
    await assertScaled();
    await waitUntil(isComplete);
    assert.equal(await signUp(), 201);
    assert.equal(queryPrimary('select count(*) from categories'), before);
    // haproxy and Docker keep querying Patroni on each node, which logs a traceback for a request that it can't answer.
    assert.doesNotMatch(compose('logs', '--no-log-prefix', ...nodes), /Traceback/);
    return 'restored from a backup: a primary and two standbys; a reader signs up';
  });
  await checkSeveralProcesses('ha', queryPrimary);
  queryPrimary('delete from rate_limits');
  await step('ha: standby stopped and restarted', async () => {
    const standby = nodes.findLast((node) => node !== primary())!;
    compose('stop', standby);
    assert.equal(await signUp(), 201);
    assert.equal(await status(`${SITE}/ebook-deals`), 200);
    const slot = standby.replace('-', '_');
    assert.match(
      run('app', 'npm run doctor').output,
      new RegExp(`✗ replica .* No replica is connected to slot ${slot}`),
    );
    startServices();
    await waitUntil(isComplete);
    assert.match(run('app', 'npm run doctor').output, /✓ replica .* connected, \d+ MB behind/);
    return `a reader signs up and pages 200 without ${standby}; it caught up from its slot`;
  });
  await step('ha: primary killed', async () => {
    const killed = primary();
    docker('kill', engine.containers(killed)[0]!);
    const seconds = await waitUntil(async () => (await signUp()) === 201);
    compose('start', killed);
    await waitUntil(isComplete);
    await waitUntil(areHealthy);
    return `writes back after ${seconds} s; ${killed} is a standby now`;
  });
  await step('ha: switchover', async () => {
    const candidate = nodes.find((node) => node !== primary())!;
    patronictl(`switchover --candidate ${candidate} --force deckle`);
    const seconds = await waitUntil(async () => (await signUp()) === 201);
    await waitUntil(isComplete);
    await waitUntil(areHealthy);
    assert.equal(primary(), candidate);
    return `writes back after ${seconds} s; ${candidate} is the primary now`;
  });
  await step('ha: node replaced', async () => {
    const replaced = nodes.findLast((node) => node !== primary())!;
    compose('rm', '--stop', '--force', replaced);
    docker('volume', 'rm', `${engine.project}_${replaced}-data`);
    startServices(replaced);
    await waitUntil(isComplete);
    return `${replaced} copied the primary`;
  });
}

async function checkDevelopment() {
  engine.configure({ profile: 'dev', env: { POSTGRES_PASSWORD: 'x', POSTGRES_WEB_PASSWORD: 'x', APP_URL: APP } });
  await step('dev: up', async () => {
    compose('up', '-d', '--build', '--wait');
    assert.equal(await status(`${APP}/ebook-deals`), 200);
    return 'healthy, /ebook-deals 200';
  });
  const editFile = (file: string, edit: (text: string) => string) => {
    const path = join(engine.folder, file);
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
  };
  const waitForChange = async (path: string, isChanged: (response: Response, text: string) => boolean) => {
    for (let attempt = 0; attempt < 240; attempt++) {
      const response = await fetch(APP + path).catch(() => null);
      if (response && isChanged(response, await response.text())) return;
      await waitSeconds(0.25);
    }
    throw new Error(`The change didn’t appear at ${path}.`);
  };
  const startedAt = () => docker('inspect', '--format', '{{.State.StartedAt}}', engine.containers('dev')[0]!);
  await step('dev: a change to a screen', async () => {
    const before = startedAt();
    editFile('client/features/books/public/DealsScreen.tsx', (text) => text.replace('All ebook deals', 'Hot deals'));
    await waitForChange('/ebook-deals', (_response, text) => text.includes('Hot deals'));
    assert.equal(startedAt(), before);
    return 'appears on the page';
  });
  await step('dev: a change to the server', async () => {
    editFile('server/platform/http/health.ts', (text) => text.replace("'/healthz'", "'/changed'"));
    await waitForChange('/changed', ({ ok }) => ok);
    assert.match(compose('logs', 'dev'), /Restarting/);
    return 'restarts the server in its container';
  });
}
