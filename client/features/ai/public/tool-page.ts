/** What a tool's page is made of: its form and its texts. */
import type { AiTool } from '#shared/ai-tools.ts';

type Common = { name: string; label: string; hint?: string };
export type ToolField =
  | (Common & { kind: 'line' | 'notes'; maxLength: number; placeholder?: string; isRequired?: true })
  | (Common & { kind: 'choice'; choices: { readonly [value: string]: string }; none?: string; chosen?: string });

export type ToolPage = {
  tool: AiTool;
  /** Below /ai/. */
  slug: string;
  title: string;
  lead: string;
  seo: string;
  /** What one suggestion is called: 'title'. */
  unit: string;
  count: number;
  fields: readonly ToolField[];
  /** What can be taken over into the form of a new book. */
  use?: 'title' | 'description';
  purpose: readonly string[];
  tips: readonly { title: string; text: string }[];
  example: { notes: readonly (readonly [label: string, value: string])[]; answer: string; comment: string };
};

/** The form's texts as the body of a request; what was left empty is left out. */
export function bodyFrom(values: FormData, seed: number): { count: number; seed: number } & Record<string, unknown> {
  const typed = [...values].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() && name !== 'count' ? [[name, value.trim()]] : [],
  );
  return { ...Object.fromEntries(typed), count: Number(values.get('count')), seed };
}

/** Chooses among the offline suggestions; "again" takes another. */
export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** The five tools, as each page names the others. */
export const TOOL_LINKS = [
  { slug: 'book-description-generator', label: 'Book description generator' },
  { slug: 'pen-name-generator', label: 'Pen name generator' },
  { slug: 'book-character-generator', label: 'Book character generator' },
  { slug: 'book-title-generator', label: 'Book title generator' },
  { slug: 'book-plot-generator', label: 'Book plot generator' },
] as const;
