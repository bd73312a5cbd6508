/** Posts of the partner blog, which staff write. Every change is audited. */
import { randomBytes } from 'node:crypto';
import type { Blog } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { encodeImage } from '#server/platform/images.ts';
import type { BlogInput, BlogPatch } from '#shared/blog.ts';
import { slugOf } from '#shared/slug.ts';
import { replaceTags } from './tags.ts';

export const createBlog = (deps: Pick<Deps, 'db' | 'now'>, actor: { id: number }, input: BlogInput): Promise<Blog> =>
  deps.db.$transaction(async (tx) => {
    await refuseUnknownCategory(tx, input);
    const columns = columnsOf(deps, input, { title: input.title, slug: slugOf(input.title) });
    const blog = await tx.blog.create({
      data: { ...columns, user_id: actor.id, created_at: deps.now(), updated_at: deps.now() } as never,
    });
    await replaceTags(tx, blog.id, input);
    const after = await recordOf(tx, blog);
    await audit(tx, deps.now(), { user_id: actor.id, action: 'create', entity: 'blog', entity_id: blog.id, after });
    return blog;
  });

type Change = {
  id: number;
  patch: BlogPatch;
  /** Presents the current post, which a 409 for an outdated edit returns. */
  present: (tx: Tx) => Promise<object>;
};

/** Locks the row first, so that the audit entries of concurrent changes are in order. */
export const updateBlog = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: { id: number },
  { id, patch: { seen_updated_at, ...patch }, present }: Change,
): Promise<Blog> =>
  deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select id from blogs where id = ${id} for update`;
    const found = await tx.blog.findUnique({ where: { id } });
    if (!found) throw notFound();
    if (seen_updated_at && Date.parse(seen_updated_at) !== found.updated_at.getTime())
      throw conflict('Someone else edited this post. Compare the versions, then save again.', {
        blog: await present(tx),
      });
    await refuseUnknownCategory(tx, patch);
    const before = await recordOf(tx, found);
    const blog = await tx.blog.update({
      where: { id },
      data: { ...columnsOf(deps, patch, found), updated_at: deps.now() } as never,
    });
    await replaceTags(tx, id, patch);
    const after = await recordOf(tx, blog);
    await audit(tx, deps.now(), { user_id: actor.id, action: 'update', entity: 'blog', entity_id: id, before, after });
    return blog;
  });

const columnsOf = (
  deps: Pick<Deps, 'now'>,
  { tag_ids, tag_names, published_at, slug, ...columns }: BlogPatch,
  before: { title: string; slug: string },
) => ({
  ...columns,
  slug: newSlug({ slug, title: columns.title }, before),
  ...(published_at === undefined
    ? {}
    : { published_at: published_at === 'now' ? deps.now() : parseInstant(published_at) }),
});

const parseInstant = (instant: string | null) => instant && new Date(instant);

/** Derives the slug from the title until someone sets a slug. */
function newSlug(
  { slug, title }: { slug?: string | undefined; title?: string | undefined },
  before: { title: string; slug: string },
) {
  if (slug) return slug;
  const isDerived = slug === '' || before.slug === slugOf(before.title);
  return isDerived ? slugOf(title ?? before.title) : before.slug;
}

async function refuseUnknownCategory(tx: Tx, { blog_category_id }: BlogPatch) {
  if (!blog_category_id || (await tx.blogCategory.count({ where: { id: blog_category_id } }))) return;
  throw invalid({ blog_category_id: ['is not a blog category'] });
}

/** Returns the record for the audit log, with the names of its tags. */
async function recordOf(tx: Tx, blog: Blog) {
  const tags = await tx.tag.findMany({
    where: { blogs: { some: { blog_id: blog.id } } },
    select: { name: true },
    orderBy: { name: 'asc' },
  });
  return { ...blog, tags: tags.map(({ name }) => name) };
}

const PICTURE_WIDTH = 1600;

/** Stores a re-encoded image for posts, and returns its URL. */
export async function storePicture({ blobs }: Pick<Deps, 'blobs'>, upload: Buffer): Promise<string> {
  const key = `photos/blog-${randomBytes(8).toString('hex')}.webp`;
  await blobs.put(key, await encodeImage(upload, 'picture', { width: PICTURE_WIDTH }));
  return `/media/${key}`;
}
