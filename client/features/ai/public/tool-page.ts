/** A tool's page: its form and its texts. */
import type { AiTool } from '#shared/ai-tools.ts';

type Common = { name: string; label: string; hint?: string };
export type ToolField =
  | (Common & { kind: 'line' | 'notes'; maxLength: number; placeholder?: string; isRequired?: true })
  | (Common & {
      kind: 'choice';
      choices: { readonly [value: string]: string };
      emptyLabel?: string;
      defaultValue?: string;
    });

export type ToolPage = {
  tool: AiTool;
  /** The path below /ai/. */
  slug: string;
  title: string;
  lead: string;
  seo: string;
  /** The word for a suggestion: 'title'. */
  unit: string;
  /** The number of suggestions that the form preselects. */
  defaultCount: number;
  fields: readonly ToolField[];
  /** The field of a new book that a suggestion can fill in. */
  bookField?: 'title' | 'description';
  purpose: readonly string[];
  tips: readonly { title: string; text: string }[];
  /** A comment on the tool's real result in examples.json. */
  example: string;
};

/** The form's texts as a request body, without empty fields. */
export function bodyFrom(values: FormData, seed: number): { count: number; seed: number } & Record<string, unknown> {
  const typed = [...values].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() && name !== 'count' ? [[name, value.trim()]] : [],
  );
  return { ...Object.fromEntries(typed), count: Number(values.get('count')), seed };
}

/** Creates a seed, which varies the suggestions, with or without a model. */
export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** The links to the five tools. Each page shows those to the other four. */
export const TOOL_LINKS = [
  { slug: 'book-description-generator', label: 'Book description generator' },
  { slug: 'pen-name-generator', label: 'Pen name generator' },
  { slug: 'book-character-generator', label: 'Book character generator' },
  { slug: 'book-title-generator', label: 'Book title generator' },
  { slug: 'book-plot-generator', label: 'Book plot generator' },
] as const;
