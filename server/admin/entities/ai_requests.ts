import type { AiRequest } from '#prisma';
import { entity } from '../entity.ts';
import { id, instant, number, text } from '../fields.ts';

/** Prompts and answers aren't stored. */
export const aiRequests = entity<AiRequest>({
  name: 'ai_requests',
  singular: 'ai_request',
  label: 'AI requests',
  singular_label: 'AI request',
  group: 'Operations',
  about: 'Calls to the AI tools and their cost. Prompts and responses aren’t stored.',
  model: 'aiRequest',
  table: 'ai_requests',
  title: ({ id: one }) => `AI request ${one}`,
  fields: {
    id: id(),
    tool: text({ list: true, filter: true, search: true }),
    user_id: number({ filter: true, label: 'Staff' }),
    model: text({ list: true, filter: true }),
    reserved_cents: number({ label: 'Reserved, cents' }),
    spent_cents: number({ list: true, sort: true, label: 'Spent, cents' }),
    input_tokens: number({ list: true }),
    output_tokens: number({ list: true }),
    created_at: instant({ list: true, sort: true, filter: true }),
    settled_at: instant({ filter: 'present' }),
  },
});
