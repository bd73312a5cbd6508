import type { Category, SuperCategory } from '#prisma';
import type { Category as CategoryAnswer, SuperCategory as SuperCategoryAnswer } from '#shared/categories.ts';

export const presentCategory = (category: Category & { super_category?: SuperCategory | null }): CategoryAnswer => ({
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
  ...(category.super_category ? { super_category: presentGroup(category.super_category) } : {}),
});

export const presentSuperCategory = (
  found: SuperCategory & { categories: Category[] },
  joins: readonly string[],
): SuperCategoryAnswer => ({
  ...presentGroup(found),
  ...(joins.includes('categories') ? { categories: found.categories.map(presentCategory) } : {}),
});

const presentGroup = ({ id, slug, name, position }: SuperCategory) => ({ id, slug, name, position });
