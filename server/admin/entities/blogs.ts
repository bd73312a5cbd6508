import type { Blog } from '#prisma';
import { entity } from '../entity.ts';
import { id, instant, link, longText, text } from '../fields.ts';

/** The fields are read-only, because posts are edited in the blog editor, which has tags and a preview. */
export const blogs = entity<Blog>({
  name: 'blogs',
  singular: 'blog',
  label: 'Blog posts',
  singular_label: 'Blog post',
  group: 'Blogs',
  about: 'Posts for authors: published, scheduled, and drafts.',
  model: 'blog',
  table: 'blogs',
  editRole: 'editor',
  title: ({ title }) => title,
  fields: {
    id: id(),
    title: text({ list: true, sort: true, search: true }),
    slug: text(),
    blog_category_id: link('blog_categories', 'blog_category', { list: true }),
    user_id: link('staff', 'user', { list: true, label: 'Written by' }),
    summary: longText(),
    body: longText(),
    hero: text(),
    published_at: instant({ list: true, sort: true, filter: 'present' }),
    updated_at: instant({ list: true, sort: true }),
    created_at: instant({ sort: true }),
  },
  page: ({ id: one }) => `/users/blog-posts/new?id=${one}`,
  actions: [
    {
      name: 'unpublish',
      label: 'Unpublish post',
      confirm: 'The post will become a draft again.',
      danger: true,
      isAllowed: ({ published_at }) => published_at !== null,
      run: async (deps, tx, { row }) => {
        await tx.blog.update({ where: { id: row.id }, data: { published_at: null, updated_at: deps.now() } });
        return 'The post was unpublished. It’s a draft again.';
      },
    },
    {
      name: 'publish',
      label: 'Publish post now',
      confirm: 'The post will appear on the blog right away.',
      isAllowed: ({ published_at }) => published_at === null,
      run: async (deps, tx, { row }) => {
        await tx.blog.update({ where: { id: row.id }, data: { published_at: deps.now(), updated_at: deps.now() } });
        return 'The post was published.';
      },
    },
  ],
});
