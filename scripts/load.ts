// npm run load -- newsletter --readers 1000000            from the database to a local SMTP server
// npm run load -- newsletter --over http --promotions 36  to a local HTTP provider
// Uses a separate database and leaves nothing behind. The load tests are in tests/load.
import { existsSync } from 'node:fs';
import { installZodMessages } from '#shared/validation.ts';

type Load = {
  options: Record<string, number | string>;
  run(options: Record<string, number | string>): Promise<string[]>;
};

const [name = '', ...rest] = process.argv.slice(2);
const file = `../tests/load/${name}.ts`;
const usage = (text: string) =>
  new Error(`npm run load -- <test> [--option value], where <test> is newsletter, readers, or sweeps: ${text}`);
if (!/^[a-z]+$/.test(name) || !existsSync(new URL(file, import.meta.url))) throw usage(`unknown load test “${name}”`);

installZodMessages();
const load = (await import(file)) as Load;
const options = { ...load.options };
for (let index = 0; index < rest.length; index += 2) {
  const option = rest[index]!.replace(/^--/, '');
  const value = rest[index + 1];
  const defaultValue = load.options[option];
  if (defaultValue === undefined || value === undefined)
    throw usage(`options are ${Object.keys(load.options).join(', ')}`);
  options[option] = typeof defaultValue === 'number' ? Number(value) : value;
  if (Number.isNaN(options[option])) throw usage(`--${option} must be a number`);
}
console.log(
  Object.entries(options)
    .map(([option, value]) => `${option} ${value}`)
    .join(', '),
);
for (const line of await load.run(options)) console.log(line);
