/** Runs Docker commands in a copy of this folder, with a separate project name and separate ports. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = 'deckle-check';
const FILES = ['-f', 'docker-compose.yml', '-f', 'check.yml'];
export const PORTS = { DECKLE_PORT: 13_000, MAILBOX_PORT: 18_025, HTTP_PORT: 18_080, HTTPS_PORT: 18_443 };
export const APP = `http://localhost:${PORTS.DECKLE_PORT}`;
export const SITE = `http://localhost:${PORTS.HTTP_PORT}`;

/** Returns the missing program, such as 'a Docker Engine', or null. */
export function missingProgram(): string | null {
  for (const [command, program] of [
    ['docker version --format {{.Server.Version}}', 'a Docker Engine'],
    ['docker compose version --short', 'the Docker Compose plugin'],
  ] as const) {
    const { status } = spawnSync(command.split(' ')[0]!, command.split(' ').slice(1), { stdio: 'ignore' });
    if (status !== 0) return program;
  }
  return null;
}

export type Engine = ReturnType<typeof openEngine>;

/**
 * Copies the tracked and new files to a temporary folder. `configure` writes `env` to its `.env`, and `override` to a
 * second compose file.
 */
export function openEngine() {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-compose-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) cpSync(file, join(folder, file));
  const docker = (...args: string[]) => execFileSync('docker', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  let profile = 'single';
  /** Arguments of `docker` for a compose command. */
  const composeArguments = (...args: string[]) => ['compose', '-p', PROJECT, ...FILES, '--profile', profile, ...args];
  const compose = (...args: string[]) => docker(...composeArguments(...args));
  return {
    project: PROJECT,
    folder,
    docker,
    composeArguments,
    compose,
    configure(settings: { profile: string; env: Record<string, string | number>; override?: string }) {
      profile = settings.profile;
      const lines = Object.entries({ ...PORTS, ...settings.env }).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(join(folder, '.env'), lines.join(''));
      writeFileSync(join(folder, 'check.yml'), settings.override ?? 'services: {}\n');
    },
    containers: (service: string) => compose('ps', '--quiet', service).trim().split('\n').filter(Boolean),
    /** Runs a command in a service and returns its exit code and output. */
    run(service: string, command: string, { input = '' } = {}) {
      const args = composeArguments('exec', '-T', service, ...command.split(' '));
      const { status, stdout, stderr } = spawnSync('docker', args, { cwd: folder, input, encoding: 'utf8' });
      return { status, output: `${stdout}${stderr}` };
    },
    down: () =>
      spawnSync('docker', ['compose', '-p', PROJECT, ...FILES, '--profile', '*', 'down', '-v'], { cwd: folder }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
