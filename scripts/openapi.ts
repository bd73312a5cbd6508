// npm run openapi:lint      checks the OpenAPI document with Redocly and Spectral
// npm run openapi:clients   generates two clients, compiles them in strict mode, and runs the main flow with each
// Both use tools/openapi, whose packages are installed from a separate lock file at the first run and when it changes.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '#server/web/openapi.ts';
import { installZodMessages } from '#shared/validation.ts';
import { startDemoProcess } from './fuzz/demo-process.ts';

const FOLDER = 'tools/openapi';
const COMMANDS = { lint, clients } as const;

const command = COMMANDS[process.argv[2] as keyof typeof COMMANDS];
if (!command) throw new Error(`npm run openapi:${Object.keys(COMMANDS).join(' or npm run openapi:')}`);
install();
writeDocument();
await command();

/** Installs the packages without their install scripts, which none of them needs. */
function install() {
  const lock = join(FOLDER, 'package-lock.json');
  const stamp = join(FOLDER, 'node_modules/.installed-lock.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(lock, 'utf8')) return;
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  writeFileSync(stamp, readFileSync(lock));
}

function writeDocument() {
  installZodMessages();
  const contact = { name: 'Deckle', email: 'support@deckle.example' };
  const document = openApiDocument({ appUrl: 'https://deckle.example', contact });
  mkdirSync(join(FOLDER, '.cache'), { recursive: true });
  writeFileSync(join(FOLDER, '.cache/openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
}

function lint() {
  runTool('@redocly/cli/bin/cli.js', 'lint', '.cache/openapi.json', '--config', 'redocly-lint.yaml');
  runTool(
    '@stoplight/spectral-cli/dist/index.js',
    ...['lint', '.cache/openapi.json', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint'],
  );
}

async function clients() {
  for (const folder of ['openapi-typescript', 'hey-api', 'built'])
    rmSync(join(FOLDER, '.cache', folder), { recursive: true, force: true });
  runTool('openapi-typescript/bin/cli.js', '.cache/openapi.json', '-o', '.cache/openapi-typescript/schema.ts');
  runTool(
    '@hey-api/openapi-ts/bin/run.js',
    ...['-i', '.cache/openapi.json', '-o', '.cache/hey-api', '-c', '@hey-api/client-fetch', '--no-log-file', '-s'],
  );
  runTool('typescript/bin/tsc', '-p', '.');
  console.log('Both clients compile in strict mode.');
  for (const flow of ['openapi-fetch', 'hey-api']) {
    // Each flow moves the clock, so it needs a separate demo.
    const demo = await startDemoProcess();
    try {
      run(process.execPath, `.cache/built/flows/${flow}.js`, demo.base);
    } finally {
      await demo.stop();
    }
  }
}

/** Runs a tool without telemetry or update checks (quiet.env). */
function runTool(script: string, ...args: string[]) {
  run(process.execPath, '--env-file=quiet.env', `node_modules/${script}`, ...args);
}

function run(program: string, ...args: string[]) {
  execFileSync(program, args, { cwd: FOLDER, stdio: 'inherit' });
}
