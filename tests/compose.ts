/** The compose file and .env.example as a container sees them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Service = {
  image?: string;
  build?: string | { context: string; target: string };
  command?: string[];
  logging?: { driver: string; options: Record<string, string> };
  profiles?: string[];
  environment?: Record<string, string>;
  env_file?: string[];
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  configs?: { source: string }[];
  depends_on?: Record<string, { required?: boolean }> | string[];
  healthcheck?: object;
  restart?: string;
  deploy?: { replicas: number };
};
type Compose = {
  services: Record<string, Service>;
  volumes: object;
  configs: Record<string, { content: string }>;
};

const text = (path: string) => readFileSync(path, 'utf8');

export const composeText = text('docker-compose.yml');
export const compose = parse(composeText, { merge: true }) as Compose;

/** `.env` after `cp .env.example .env`. */
export const exampleEnv: Readonly<Record<string, string>> = Object.fromEntries(
  text('.env.example')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);

/** Environment variables of a service's container: the image's, then `.env`, then the service's. */
export function environmentOf(name: string, env: Readonly<Record<string, string>>): Record<string, string> {
  const serviceVariables = Object.entries(compose.services[name]!.environment!).map(([variable, value]) => [
    variable,
    interpolate(String(value), env),
  ]);
  return { ...imageEnv(), ...env, ...Object.fromEntries(serviceVariables) };
}

/** Replaces `${NAME}`, `${NAME:-default}`, and `${NAME:?error}` as compose does. NAME must be set or have a default. */
export const interpolate = (value: string, env: Readonly<Record<string, string>>) =>
  value.replace(
    /(?<!\$)\$\{(\w+)(?::-([^}]*))?[^}]*\}/g,
    (_, name: string, fallback?: string) => env[name] || fallback!,
  );

/** Variables of the Dockerfile's last ENV. */
const imageEnv = () =>
  Object.fromEntries(
    text('Dockerfile')
      .match(/^ENV .*$/gm)!
      .at(-1)!
      .slice(4)
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  );
