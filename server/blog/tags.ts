/** Tags of posts. Their names are unique, ignoring case. */
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import { slugOf } from '#shared/slug.ts';

export async function createTag(deps: Pick<Deps, 'db' | 'now'>, actor: { id: number }, { name }: { name: string }) {
  try {
    return await deps.db.$transaction(async (tx) => {
      const tag = await tx.tag.create({ data: { name, slug: slugOf(name) } });
      await audit(tx, deps.now(), {
        user_id: actor.id,
        action: 'create',
        entity: 'tag',
        entity_id: tag.id,
        after: tag,
      });
      return tag;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ name: ['has already been taken'] });
    throw error;
  }
}

type TagInput = { tag_ids?: number[] | undefined; tag_names?: string[] | undefined };

/** Gives the post exactly these tags, and creates missing ones by name. Does nothing if neither list was sent. */
export async function replaceTags(tx: Tx, blog_id: number, { tag_ids, tag_names }: TagInput) {
  if (!tag_ids && !tag_names) return;
  const ids = [...(await knownIds(tx, tag_ids ?? [])), ...(await idsOfNames(tx, tag_names ?? []))];
  await tx.$executeRaw`delete from blog_tags where blog_id = ${blog_id} and tag_id <> all(${ids}::int[])`;
  await tx.$executeRaw`
    insert into blog_tags (blog_id, tag_id) select ${blog_id}, id from unnest(${ids}::int[]) as id on conflict do nothing`;
}

async function knownIds(tx: Tx, ids: readonly number[]) {
  const unique = [...new Set(ids)];
  const found = await tx.tag.count({ where: { id: { in: unique } } });
  if (found !== unique.length) throw invalid({ tag_ids: ['contains an unknown tag'] });
  return unique;
}

/**
 * Finds the ids of the names, and inserts missing tags. If two posts create the same tag at the same time, both get the
 * same row.
 */
async function idsOfNames(tx: Tx, names: readonly string[]) {
  if (!names.length) return [];
  const slugs = names.map(slugOf);
  await tx.$executeRaw`
    insert into tags (name, slug)
    select name, slug from unnest(${names}::text[], ${slugs}::text[]) as t(name, slug) order by lower(name)
    on conflict do nothing`;
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select id from tags where lower(name) in (select lower(name) from unnest(${names}::text[]) as name)`;
  return rows.map(({ id }) => id);
}
