import type { ReaderBlog } from '#prisma';
import { conflict } from '#server/platform/errors.ts';
import { Hero, Instant } from '#shared/blog.ts';
import { Id, requiredLine, requiredText, text as textOf } from '#shared/params.ts';
import { slugOf } from '#shared/slug.ts';
import { entity } from '../entity.ts';
import { id, instant, link, longText, text } from '../fields.ts';

export const readerBlogs = entity<ReaderBlog>({
  name: 'reader_blogs',
  singular: 'reader_blog',
  label: 'Reader blog posts',
  singular_label: 'Reader blog post',
  group: 'Blogs',
  about: 'Posts for readers. A post without a publication date is a draft; with a future date, it’s scheduled.',
  model: 'readerBlog',
  table: 'reader_blogs',
  editRole: 'editor',
  title: ({ title }) => title,
  fields: {
    id: id(),
    title: text({ list: true, sort: true, search: true, edit: requiredLine(150) }),
    slug: text(),
    reader_blog_category_id: link('reader_blog_categories', 'reader_blog_category', {
      list: true,
      label: 'Category',
      edit: Id.nullish(),
    }),
    summary: longText({ edit: textOf(300).optional() }),
    body: longText({ edit: requiredText(100_000), help: 'Markdown.' }),
    hero: text({
      label: 'Image',
      edit: Hero.nullish(),
      help: 'Path of an image on this site, such as /media/photos/1.webp.',
    }),
    published_at: instant({ list: true, sort: true, filter: 'present', edit: Instant.nullish() }),
    updated_at: instant({ list: true, sort: true }),
    created_at: instant({ sort: true }),
  },
  create: true,
  derive: ({ title }) => (title === undefined ? {} : { slug: slugOf(String(title)) }),
  actions: [
    {
      name: 'delete',
      label: 'Delete post',
      confirm: 'We’ll delete this post permanently. To only take it off the blog, remove its publication date.',
      danger: true,
      run: async (_deps, tx, { row }) => {
        const { count } = await tx.readerBlog.deleteMany({ where: { id: row.id } });
        if (!count) throw conflict('The post was already deleted.');
        return 'The post was deleted.';
      },
    },
  ],
});
