/** Offline generator: suggestions from word lists and grammars, the same for the same tool, input, and seed. */
import type { AiInputs } from '#shared/ai.ts';
import type { AiTool } from '#shared/ai-tools.ts';
import { type Chance, chanceOf } from './chance.ts';
import { character } from './characters.ts';
import { description } from './descriptions.ts';
import { penName } from './pen-names.ts';
import { plot } from './plots.ts';
import { bookTitle } from './titles.ts';
import { hasDoubledWord } from './words.ts';

const TOOLS: { [tool in AiTool]: (input: AiInputs[tool], chance: Chance, at: number) => string } = {
  description,
  pen_name: penName,
  character,
  title: bookTitle,
  plot,
};
/** Attempts at an option before accepting one that repeats itself or an earlier one. */
const TRIES = 40;

export function suggest<T extends AiTool>(tool: T, input: AiInputs[T]): string[] {
  const options: string[] = [];
  for (let at = 0; at < input.count; at++) options.push(nextOption(tool, input, options));
  return options;
}

function nextOption<T extends AiTool>(tool: T, input: AiInputs[T], before: readonly string[]): string {
  const at = before.length;
  const heads = new Set(before.map(headOf));
  let option = '';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    option = TOOLS[tool](input, chanceOf([tool, input], at, attempt), at);
    if (!heads.has(headOf(option)) && !repeatsItself(tool, option)) break;
  }
  return option;
}

const headOf = (option: string) => option.split('\n')[0]!;

/** True for the same word twice in a row, or in a title the same long word anywhere. */
const repeatsItself = (tool: AiTool, option: string) => hasDoubledWord(option) || (tool === 'title' && hasEcho(option));

function hasEcho(title: string) {
  const long = (title.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/, ''));
  return new Set(long).size < long.length;
}
