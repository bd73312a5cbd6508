/** Command-line parsing for operators. A mistake prints the usage, not a stack trace. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

/** The value of each `--name`. Ends the process on other arguments, or a name without a value. */
export function textOptions<Name extends string>(names: readonly Name[], usage: string): { [name in Name]?: string } {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    // `--name -5` is a name and its value.
    const args: string[] = [];
    for (const arg of process.argv.slice(2)) args.push(/^-\d/.test(arg) && args.length ? `${args.pop()}=${arg}` : arg);
    return parseArgs({ args, options }).values as { [name in Name]?: string };
  } catch (error) {
    return fail(`${(error as Error).message}\n${usage}`);
  }
}

export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** Reads a password from a pipe, or asks for it twice in a terminal without showing it. */
export async function readPassword(input: Input = process.stdin, output: NodeJS.WritableStream = process.stderr) {
  if (!input.isTTY) return (await text(input)).replace(/\r?\n$/, '');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: silent, terminal: true });
  terminal.on('SIGINT', () => process.exit(130));
  const promptForPassword = async (prompt: string) => {
    const line = terminal.question('');
    output.write(prompt);
    const password = await line;
    output.write('\n');
    return password;
  };
  const first = await promptForPassword('Password: ');
  const second = await promptForPassword('Confirm password: ');
  terminal.close();
  return first === second
    ? first
    : fail('The passwords don’t match, so no account was created. Run the command again.');
}
