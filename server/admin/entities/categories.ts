import * as z from 'zod';
import type { Category } from '#prisma';
import { businessDate } from '#server/platform/clock.ts';
import { parseDate } from '#shared/dates.ts';
import { Cents, requiredLine } from '#shared/params.ts';
import { entity } from '../entity.ts';
import { cents, flag, id, link, number, text } from '../fields.ts';

const clickRate = z.number().min(0).max(1);

export const categories = entity<Category>({
  name: 'categories',
  singular: 'category',
  group: 'Catalog',
  about:
    'Genres with their rates and daily slots. A promotion keeps the rate it was submitted at, unless its category changes or it switches between free and discounted.',
  model: 'category',
  table: 'categories',
  sort: { col: 'position', dir: 'asc' },
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: requiredLine(80) }),
    slug: text(),
    super_category_id: link('super_categories', 'super_category', { list: true }),
    position: number({ list: true, sort: true, edit: z.int().min(0).max(1000) }),
    is_adult: flag({ filter: true }),
    daily_slots: number({
      list: true,
      sort: true,
      label: 'Daily slots',
      edit: z.int().min(0).max(100),
      help: 'Changes apply to dates that are still open. Promotions that already have a slot keep it.',
    }),
    cpc_free_cents: cents({ list: true, sort: true, label: 'Price per click, free books', edit: Cents.max(6000) }),
    cpc_discounted_cents: cents({
      list: true,
      sort: true,
      label: 'Price per click, discounted books',
      edit: Cents.max(6000),
    }),
    top_of_newsletter_addon_cents: cents({ list: true, label: 'Top spot price', edit: Cents.max(6000) }),
    min_pages: number({ edit: z.int().min(0).max(2000) }),
    assumed_free_click_rate: number({
      label: 'Assumed click rate, free',
      edit: clickRate,
      help: 'Clicks per reader, 0 to 1.',
    }),
    assumed_discounted_click_rate: number({ label: 'Assumed click rate, discounted', edit: clickRate }),
  },
  linked: [
    { entity: 'books', by: 'category_id' },
    { entity: 'promotions', by: 'category_id' },
    { entity: 'newsletter_promotion_counts', by: 'category_id' },
  ],
  saved: async (deps, tx, { before, after }) => {
    if (before.daily_slots === after.daily_slots) return;
    await tx.$executeRaw`
      update newsletter_promotion_counts set capacity = greatest(${after.daily_slots}, promotions_in_total)
      where category_id = ${after.id} and newsletter_date >= ${parseDate(businessDate(deps.now()))}::date`;
  },
});
