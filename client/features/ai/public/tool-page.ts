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
