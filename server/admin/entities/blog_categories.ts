import type { BlogCategory, ReaderBlogCategory } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import { conflict } from '#server/platform/errors.ts';
import { requiredLine, text as textOf } from '#shared/params.ts';
import { slugOf } from '#shared/slug.ts';
import { type Entity, entity } from '../entity.ts';
import { id, longText, text } from '../fields.ts';

const HAS_POSTS = 'This category has posts. Move them to another category first.';

/** Categories of one of the two blogs. */
const categoriesOf = <Row extends BlogCategory | ReaderBlogCategory>(
  blog: Pick<Entity<Row>, 'name' | 'singular' | 'about' | 'model' | 'table' | 'linked'>,
  /** Deletes the category unless it has posts, and returns how many were deleted. */
  deleteEmpty: (tx: Tx, id: number) => Promise<{ count: number }>,
  countPosts: (db: Tx, id: number) => Promise<number>,
) =>
  entity<Row>({
    ...blog,
    group: 'Blogs',
    editRole: 'editor',
    sort: { col: 'name', dir: 'asc' },
    title: ({ name }) => name,
    fields: {
      id: id(),
      name: text({ list: true, sort: true, search: true, edit: requiredLine(80) }),
      slug: text({ list: true }),
      description: longText({ edit: textOf(500) }),
    },
    create: true,
    derive: ({ name }) => (name === undefined ? {} : { slug: slugOf(String(name)) }),
    unique: { field: 'name', message: 'leads to the same web address as another category. Choose a different name' },
    actions: [
      {
        name: 'delete',
        label: 'Delete category',
        confirm: 'We’ll delete this category. You can delete only categories without posts.',
        danger: true,
        refusal: async (db, { id }) => ((await countPosts(db, id)) ? HAS_POSTS : null),
        run: async (_deps, tx, { row }) => {
          const { count } = await deleteEmpty(tx, row.id);
          if (!count) throw conflict(HAS_POSTS);
          return 'The category was deleted.';
        },
      },
    ],
  });

export const blogCategories = categoriesOf<BlogCategory>(
  {
    name: 'blog_categories',
    singular: 'blog_category',
    about: 'Categories of the blog for authors.',
    model: 'blogCategory',
    table: 'blog_categories',
    linked: [{ entity: 'blogs', by: 'blog_category_id' }],
  },
  (tx, id) => tx.blogCategory.deleteMany({ where: { id, blogs: { none: {} } } }),
  (db, blog_category_id) => db.blog.count({ where: { blog_category_id } }),
);

export const readerBlogCategories = categoriesOf<ReaderBlogCategory>(
  {
    name: 'reader_blog_categories',
    singular: 'reader_blog_category',
    about: 'Categories of the blog for readers.',
    model: 'readerBlogCategory',
    table: 'reader_blog_categories',
    linked: [{ entity: 'reader_blogs', by: 'reader_blog_category_id' }],
  },
  (tx, id) => tx.readerBlogCategory.deleteMany({ where: { id, reader_blogs: { none: {} } } }),
  (db, reader_blog_category_id) => db.readerBlog.count({ where: { reader_blog_category_id } }),
);
