/** Samples of the keyless tools, for people to read: 12 genres, 4 tools, and 5 inputs each, from a fixed seed. */

import { AI_INPUTS, type AiInputs } from '#shared/ai.ts';
import { AI_GENRES, type AiGenre, type AiTool, CHARACTER_ROLES } from '#shared/ai-tools.ts';
import inputs from './sample-inputs.json' with { type: 'json' };
import { suggest } from './suggest.ts';

export const SAMPLE_TOOLS = ['title', 'description', 'character', 'plot'] as const satisfies readonly AiTool[];
export const SEED = 20261123;
export type Sample = { tool: AiTool; genre: AiGenre; input: Record<string, unknown>; options: string[] };

/** All samples, with every option. */
export const allSamples = (): Sample[] =>
  (Object.keys(AI_GENRES) as AiGenre[]).flatMap((genre) =>
    SAMPLE_TOOLS.flatMap((tool) => inputs[genre].map((notes, at) => sample(tool, genre, notes, at))),
  );

function sample(
  tool: AiTool,
  genre: AiGenre,
  notes: { readonly [field: string]: string | undefined },
  at: number,
): Sample {
  const role = Object.keys(CHARACTER_ROLES)[at % 5]!;
  const fields = { ...notes, genre, seed: SEED, count: tool === 'title' ? 5 : 3, role, name: '' };
  const shape = AI_INPUTS[tool].shape;
  const input = Object.fromEntries(Object.entries(fields).filter(([name]) => name in shape));
  return { tool, genre, input, options: suggest(tool, AI_INPUTS[tool].parse(input) as AiInputs[typeof tool]) };
}

/** The text of docs/ai-samples.md: all titles, and one of the longer drafts per input, in turn. */
export function samplesText(): string {
  const lines = [
    '# Samples of the keyless tools',
    '',
    'Written by `npm run ai:samples` from the notes in `server/ai/offline/sample-inputs.json` and a fixed seed. Don’t edit this file.',
    'Each input is listed with what it answers: five titles, or one of three drafts. A reader’s scores are in [ai-samples-scores.md](ai-samples-scores.md).',
  ];
  let last = '';
  for (const [at, { tool, genre, input, options }] of allSamples().entries()) {
    const head = `## ${AI_GENRES[genre]}: ${tool}`;
    if (head !== last) lines.push('', head);
    last = head;
    const { seed: _seed, count: _count, genre: _genre, ...notes } = input;
    lines.push(
      '',
      `Notes: ${Object.entries(notes)
        .flatMap(([name, value]) => (value ? [`${name} = ${value}`] : []))
        .join(' · ')}`,
    );
    lines.push('', tool === 'title' ? options.map((title) => `    ${title}`).join('\n') : indent(options[at % 3]!));
  }
  return `${lines.join('\n')}\n`;
}

const indent = (text: string) =>
  text
    .split('\n')
    .map((line) => (line ? `    ${line}` : ''))
    .join('\n');

/** Notes of the worked examples on the tools' pages. */
const EXAMPLES: { [tool in AiTool]: Record<string, unknown> } = {
  description: {
    genre: 'mystery',
    ...without(inputs.mystery[0]!, ['place', 'object', 'person', 'premise', 'tone', 'keywords']),
  },
  pen_name: { genre: 'thriller', origin: 'scottish', form: 'mixed', count: 5 },
  character: {
    genre: 'fantasy',
    role: 'protagonist',
    name: 'Isobel Ravenel',
    premise: 'A mapmaker finds a road that is on none of her maps.',
    goal: 'finish the royal atlas',
    obstacle: 'a queen who burns every map',
    object: 'a compass',
  },
  title: { genre: 'mystery', place: 'a lighthouse', object: 'a ledger', person: 'the ferryman', count: 5 },
  plot: {
    genre: 'romance',
    hero: 'Nell, a piano tuner who can’t sleep',
    goal: 'sell the family inn by the end of summer',
    obstacle: 'a sister who won’t sign the papers',
    setting: 'a lakeside town in August',
  },
};

function without(notes: Record<string, unknown>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(notes).filter(([name]) => !names.includes(name)));
}

/** Tools whose options are short, so the examples show all of them. */
const SHORT_TOOLS: readonly AiTool[] = ['title', 'pen_name'];

/** The worked examples: the notes, and the tool's real suggestions for them. */
export function examplesText(): string {
  const examples = Object.entries(EXAMPLES).map(([name, notes]) => {
    const tool = name as AiTool;
    const options = suggest(tool, AI_INPUTS[tool].parse({ ...notes, seed: SEED }) as AiInputs[typeof tool]);
    const { count: _, ...shown } = notes;
    return [tool, { notes: shown, answers: SHORT_TOOLS.includes(tool) ? options : options.slice(0, 1) }];
  });
  return `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`;
}
