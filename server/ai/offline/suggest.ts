/** Keyless drafts: suggestions from the author's own words and our patterns (data/), always the same for an input. */
import type { AiInputs } from '#shared/ai.ts';
import type { AiTool } from '#shared/ai-tools.ts';
import { blurbs } from './blurbs.ts';
import { characters } from './characters.ts';
import { penNames } from './pen-names.ts';
import { plots } from './plots.ts';
import { titleRefusal, titles } from './titles.ts';

const TOOLS: { [tool in AiTool]: (input: AiInputs[tool]) => string[] } = {
  description: blurbs,
  pen_name: penNames,
  character: characters,
  title: titles,
  plot: plots,
};

export const suggest = <T extends AiTool>(tool: T, input: AiInputs[T]): string[] => TOOLS[tool](input);

/** Returns the errors by field if a tool can't write drafts from these notes; otherwise null. */
export const draftRefusal = <T extends AiTool>(tool: T, input: AiInputs[T]): Record<string, string[]> | null =>
  tool === 'title' ? titleRefusal(input as AiInputs['title']) : null;
