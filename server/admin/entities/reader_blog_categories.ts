import type { ReaderBlogCategory } from '#prisma';
import { conflict } from '#server/platform/errors.ts';
import { requiredLine, text as textOf } from '#shared/params.ts';
import { slugOf } from '#shared/slug.ts';
import { entity } from '../entity.ts';
import { id, longText, text } from '../fields.ts';

export const readerBlogCategories = entity<ReaderBlogCategory>({
  name: 'reader_blog_categories',
  singular: 'reader_blog_category',
  group: 'Writing',
  about: 'The sections of the blog for readers.',
  model: 'readerBlogCategory',
  table: 'reader_blog_categories',
  edits: 'editor',
  sort: { col: 'name', dir: 'asc' },
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: requiredLine(80) }),
    slug: text({ list: true }),
    description: longText({ edit: textOf(500) }),
  },
  linked: [{ entity: 'reader_blogs', by: 'reader_blog_category_id' }],
  create: true,
  derive: ({ name }) => (name === undefined ? {} : { slug: slugOf(String(name)) }),
  unique: { field: 'name' },
  actions: [
    {
      name: 'delete',
      label: 'Delete',
      confirm: 'A section without posts can be deleted.',
      danger: true,
      run: async (_deps, tx, { row }) => {
        const { count } = await tx.readerBlogCategory.deleteMany({ where: { id: row.id, reader_blogs: { none: {} } } });
        if (!count) throw conflict('This section has posts. Move them to another one first.');
        return 'The section is deleted.';
      },
    },
  ],
});
