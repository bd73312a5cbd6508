import * as z from 'zod';
import {
  AI_GENDERS,
  AI_GENRES,
  AI_ORIGINS,
  AI_TONES,
  AI_TOOLS,
  type AiTool,
  CHARACTER_ROLES,
  MAX_AI_INPUT_LENGTH,
  MAX_AI_OPTIONS,
  MAX_PROMPT_NAME_LENGTH,
  MIN_AI_OPTIONS,
  PEN_NAME_FORMS,
} from './ai-tools.ts';
import { line, listQuery, Meta, requiredLine, requiredText, text } from './params.ts';

const keysOf = <T extends object>(choices: T) => Object.keys(choices) as [keyof T & string, ...(keyof T & string)[]];
const notes = text(1000).default('');
const keywords = text(200).default('');
/** A noun with its article, or a name: 'a ledger', 'the ferryman', 'Cornwall'. */
const noun = line(80).default('');

/**
 * `seed` varies the suggestions. Offline, the same input and seed give the same result; with a model, the seed selects
 * the approaches.
 */
const common = (count: number) => ({
  genre: z.enum(keysOf(AI_GENRES)),
  count: z.int().min(MIN_AI_OPTIONS).max(MAX_AI_OPTIONS).default(count),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(0),
});
const tone = z.enum(keysOf(AI_TONES)).nullish();

const TOO_LONG = `All fields together can have at most ${MAX_AI_INPUT_LENGTH} characters. Shorten one of them.`;

/** Limits the fields' total length in addition to their own limits, so that a request's price is bounded. */
const withTotalLimit = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape).superRefine((input, context) => {
    const lengths = Object.values(input).map((value) => (typeof value === 'string' ? value.length : 0));
    if (lengths.reduce((sum, length) => sum + length, 0) > MAX_AI_INPUT_LENGTH)
      context.addIssue({ code: 'custom', path: ['base'], message: TOO_LONG });
  });

export const DescriptionInput = withTotalLimit({
  ...common(3),
  title: requiredLine(200),
  hero: requiredText(400),
  goal: notes,
  obstacle: notes,
  stakes: notes,
  setting: text(400).default(''),
  /** The author's own sentences: an opening line, the event that starts the story, and its first turn. */
  hook: text(400).default(''),
  trigger: notes,
  turn: notes,
  /** The readers' taste: 'slow-burning harbor mysteries'. */
  readers: line(120).default(''),
  keywords,
  tone,
});
export type DescriptionInput = z.infer<typeof DescriptionInput>;

export const PenNameInput = withTotalLimit({
  ...common(10),
  origin: z.enum(keysOf(AI_ORIGINS)).default('english'),
  gender: z.enum(keysOf(AI_GENDERS)).default('any'),
  form: z.enum(keysOf(PEN_NAME_FORMS)).default('mixed'),
  first_name: line(40).default(''),
  last_name: line(40).default(''),
});
export type PenNameInput = z.infer<typeof PenNameInput>;

export const CharacterInput = withTotalLimit({
  ...common(3),
  role: z.enum(keysOf(CHARACTER_ROLES)).default('protagonist'),
  gender: z.enum(keysOf(AI_GENDERS)).default('any'),
  name: line(80).default(''),
  premise: notes,
  goal: notes,
  obstacle: notes,
  place: noun,
  object: noun,
  keywords,
});
export type CharacterInput = z.infer<typeof CharacterInput>;

export const TitleInput = withTotalLimit({
  ...common(10),
  person: noun,
  place: noun,
  object: noun,
  premise: notes,
  keywords,
  tone,
});
export type TitleInput = z.infer<typeof TitleInput>;

export const PlotInput = withTotalLimit({
  ...common(3),
  hero: text(400).default(''),
  goal: notes,
  obstacle: notes,
  stakes: notes,
  setting: text(400).default(''),
  object: noun,
  premise: notes,
  keywords,
  tone,
});
export type PlotInput = z.infer<typeof PlotInput>;

export const AI_INPUTS = {
  description: DescriptionInput,
  pen_name: PenNameInput,
  character: CharacterInput,
  title: TitleInput,
  plot: PlotInput,
} as const satisfies Record<AiTool, z.ZodType>;
export type AiInputs = { [tool in AiTool]: z.infer<(typeof AI_INPUTS)[tool]> };

export const AiSource = z.enum(['live', 'offline']);
export type AiSource = z.infer<typeof AiSource>;
/** The remaining requests of the caller's network. */
export const TriesLeft = z.object({ hour: z.int(), day: z.int() });
export type TriesLeft = z.infer<typeof TriesLeft>;

/** An option's first line is its title or name, except for book descriptions. */
export const AiResponse = z.object({
  tool: z.enum(AI_TOOLS),
  source: AiSource,
  /** Null for offline suggestions. */
  model: z.string().nullable(),
  options: z.array(z.string()),
  remaining: TriesLeft,
});
export type AiResponse = z.infer<typeof AiResponse>;

export const PromptInput = z.strictObject({ prompt: requiredText(MAX_AI_INPUT_LENGTH) });
export type PromptInput = z.infer<typeof PromptInput>;

/** In fractional cents, because one request can cost less than a cent. `date` is the Vancouver date. */
export const AiUsage = z.object({
  date: z.string(),
  spent_cents: z.number(),
  limit_cents: z.number(),
  mode: AiSource,
  model: z.string().nullable(),
});
export type AiUsage = z.infer<typeof AiUsage>;
export const AiUsageResponse = z.object({ usage: AiUsage });

export const PromptResponse = z.object({
  text: z.string(),
  model: z.string(),
  /** True if the model stopped because the text became too long. */
  is_cut: z.boolean(),
  cost_cents: z.number(),
  usage: AiUsage,
});
export type PromptResponse = z.infer<typeof PromptResponse>;

/**
 * Server-sent events of a request, in this order: `start` once, `text` repeatedly, then `done` with the complete
 * response, which replaces the text so far. The last event can also be `error`, with an error body; clients throw it.
 */
export type AiEvent =
  | { event: 'start'; data: { source: AiSource; model: string | null; remaining: TriesLeft | null } }
  | { event: 'text'; data: { option: number; text: string } }
  | { event: 'done'; data: AiResponse | PromptResponse };

export const SavedPromptInput = z.strictObject({
  name: requiredLine(MAX_PROMPT_NAME_LENGTH),
  prompt: requiredText(MAX_AI_INPUT_LENGTH),
});
export type SavedPromptInput = z.infer<typeof SavedPromptInput>;
export const SavedPrompt = z.object({ id: z.int(), name: z.string(), prompt: z.string(), created_at: z.string() });
export type SavedPrompt = z.infer<typeof SavedPrompt>;
export const SavedPromptResponse = z.object({ prompt: SavedPrompt });
export const SavedPromptList = z.object({ prompts: z.array(SavedPrompt), meta: Meta });
export const SavedPromptListQuery = listQuery(['name', 'created_at'], {});
