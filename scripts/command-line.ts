/** Command-line parsing for operators: a mistake prints the usage, not a stack trace. */
import { parseArgs } from 'node:util';

/** The value of each `--name`. Ends the process on other arguments, or a name without a value. */
export function textOptions<Name extends string>(names: readonly Name[], usage: string): { [name in Name]?: string } {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    return parseArgs({ options }).values as { [name in Name]?: string };
  } catch (error) {
    return fail(`${(error as Error).message}\n${usage}`);
  }
}

export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
