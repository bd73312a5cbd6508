import * as z from 'zod';
import { type MessageTemplate, MessageTemplateKind } from '#prisma';
import { conflict } from '#server/platform/errors.ts';
import { requiredLine, requiredText } from '#shared/params.ts';
import { entity } from '../entity.ts';
import { choice, id, instant, longText, text } from '../fields.ts';

/** See docs/decisions/0129-message-templates-are-records.md. */
export const messageTemplates = entity<MessageTemplate>({
  name: 'message_templates',
  singular: 'message_template',
  group: 'Promotions',
  about: 'Texts that staff can insert into questions and decline messages, and then edit.',
  model: 'messageTemplate',
  table: 'message_templates',
  editRole: 'editor',
  sort: { col: 'name', dir: 'asc' },
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: requiredLine(80) }),
    kind: choice(MessageTemplateKind, { list: true, edit: z.enum(MessageTemplateKind) }),
    text: longText({
      list: true,
      search: true,
      edit: requiredText(2000),
      help: 'We replace {title} with the book’s title and {partner} with the partner’s name.',
    }),
    updated_at: instant({ sort: true }),
    created_at: instant(),
  },
  create: true,
  unique: { field: 'name' },
  actions: [
    {
      name: 'delete',
      label: 'Delete template',
      confirm: 'We’ll delete this template. Messages already sent won’t change.',
      danger: true,
      run: async (_deps, tx, { row }) => {
        const { count } = await tx.messageTemplate.deleteMany({ where: { id: row.id } });
        if (!count) throw conflict('The template was already deleted.');
        return 'The template was deleted.';
      },
    },
  ],
});
