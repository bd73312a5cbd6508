/** The command lines of an operator: a mistake is answered with how the command is used, not with a stack. */
import { parseArgs } from 'node:util';

/** The text behind each `--name`. Ends the process when there is something else on the command line, or a name without a text. */
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
