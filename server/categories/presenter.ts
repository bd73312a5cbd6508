import type { Category, SuperCategory } from '#prisma';
import type { Category as ApiCategory, SuperCategory as ApiSuperCategory } from '#shared/categories.ts';

export const presentCategory = (category: Category & { super_category?: SuperCategory | null }): ApiCategory => ({
  id: category.id,
  slug: category.slug,
  name: category.name,
  super_category_id: category.super_category_id,
  position: category.position,
  is_adult: category.is_adult,
  daily_slots: category.daily_slots,
  cpc_free_cents: category.cpc_free_cents,
  cpc_discounted_cents: category.cpc_discounted_cents,
  top_of_newsletter_addon_cents: category.top_of_newsletter_addon_cents,
  ...(category.super_category ? { super_category: superCategoryFields(category.super_category) } : {}),
});

export const presentSuperCategory = (
  row: SuperCategory & { categories: Category[] },
  joins: readonly string[],
): ApiSuperCategory => ({
  ...superCategoryFields(row),
  ...(joins.includes('categories') ? { categories: row.categories.map(presentCategory) } : {}),
});

const superCategoryFields = ({ id, slug, name, position }: SuperCategory) => ({ id, slug, name, position });
