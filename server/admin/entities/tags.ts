import type { Tag } from '#prisma';
import { conflict, invalid } from '#server/platform/errors.ts';
import { Id, requiredLine } from '#shared/params.ts';
import { slugOf } from '#shared/slug.ts';
import { entity } from '../entity.ts';
import { id, link, text } from '../fields.ts';

export const tags = entity<Tag>({
  name: 'tags',
  singular: 'tag',
  group: 'Blogs',
  about: 'Tags of blog posts.',
  model: 'tag',
  table: 'tags',
  editRole: 'editor',
  sort: { col: 'name', dir: 'asc' },
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: requiredLine(40) }),
    slug: text({ list: true }),
  },
  computed: {
    posts: { type: 'number', list: true, read: (row) => (row._count as { blogs: number } | undefined)?.blogs ?? 0 },
  },
  select: { _count: { select: { blogs: true } } },
  create: true,
  derive: ({ name }) => (name === undefined ? {} : { slug: slugOf(String(name)) }),
  unique: { field: 'name' },
  // Locks both tags of a merge in the order of their ids, so that two opposite merges don't deadlock.
  lockFirst: (tx, { id: one }, { into_id = one }) => tx.$queryRaw`
    select 1 from tags where id in (${one}, ${Number(into_id)}) order by id for update`,
  actions: [
    {
      name: 'merge',
      label: 'Merge tag',
      confirm: 'We’ll move its posts to the other tag and delete this one.',
      danger: true,
      input: { into_id: link('tags', '', { label: 'Tag to keep', create: Id }) },
      run: async (_deps, tx, { row, input }) => {
        const into = Number(input.into_id);
        if (into === row.id) throw invalid({ into_id: ['must be another tag'] });
        const targetTag = await tx.tag.findUnique({ where: { id: into } });
        if (!targetTag) throw invalid({ into_id: ['is not a tag'] });
        await tx.$executeRaw`
          insert into blog_tags (blog_id, tag_id) select blog_id, ${into} from blog_tags where tag_id = ${row.id}
          on conflict do nothing`;
        await tx.tag.delete({ where: { id: row.id } });
        return `The tag was merged. Its posts are now tagged “${targetTag.name}”.`;
      },
    },
    {
      name: 'delete',
      label: 'Delete tag',
      confirm: 'We’ll remove the tag from its posts. Nothing else about them will change.',
      danger: true,
      run: async (_deps, tx, { row }) => {
        const { count } = await tx.tag.deleteMany({ where: { id: row.id } });
        if (!count) throw conflict('The tag was already deleted.');
        return 'The tag was deleted.';
      },
    },
  ],
});
