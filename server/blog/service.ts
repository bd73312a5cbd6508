/** Posts of the blog for authors, written by staff; every write leaves its trail. */
import type { Blog } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, missing } from '#server/platform/errors.ts';
import { slugOf } from '#server/platform/slug.ts';
import type { BlogInput, BlogPatch } from '#shared/blog.ts';
import { replaceTags } from './tags.ts';

type By = { id: number };

export const createBlog = (deps: Deps, by: By, input: BlogInput): Promise<Blog> =>
  deps.db.$transaction(async (tx) => {
    await refuseUnknownCategory(tx, input);
    const blog = await tx.blog.create({
      data: { ...columnsOf(input), user_id: by.id, created_at: deps.now(), updated_at: deps.now() } as never,
    });
    await replaceTags(tx, blog.id, input);
    const after = await recordOf(tx, blog);
    await audit(tx, deps.now(), { user_id: by.id, action: 'create', entity: 'blog', entity_id: blog.id, after });
    return blog;
  });

/** The row is locked first, so that before and after of two writers follow each other in the trail. */
export const updateBlog = (deps: Deps, by: By, id: number, patch: BlogPatch): Promise<Blog> =>
  deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select id from blogs where id = ${id} for update`;
    const found = await tx.blog.findUnique({ where: { id } });
    if (!found) throw missing();
    await refuseUnknownCategory(tx, patch);
    const before = await recordOf(tx, found);
    const blog = await tx.blog.update({
      where: { id },
      data: { ...columnsOf(patch), updated_at: deps.now() } as never,
    });
    await replaceTags(tx, id, patch);
    const after = await recordOf(tx, blog);
    await audit(tx, deps.now(), { user_id: by.id, action: 'update', entity: 'blog', entity_id: id, before, after });
    return blog;
  });

const columnsOf = ({ tag_ids, tag_names, published_at, ...columns }: BlogPatch) => ({
  ...columns,
  ...(columns.title ? { slug: slugOf(columns.title) } : {}),
  ...(published_at === undefined ? {} : { published_at: published_at && new Date(published_at) }),
});

async function refuseUnknownCategory(tx: Tx, { blog_category_id }: BlogPatch) {
  if (!blog_category_id || (await tx.blogCategory.count({ where: { id: blog_category_id } }))) return;
  throw invalid({ blog_category_id: ['is not a blog category'] });
}

/** What the trail keeps: the columns and the names of the tags. */
async function recordOf(tx: Tx, blog: Blog) {
  const tags = await tx.tag.findMany({
    where: { blogs: { some: { blog_id: blog.id } } },
    select: { name: true },
    orderBy: { name: 'asc' },
  });
  return { ...blog, tags: tags.map(({ name }) => name) };
}
