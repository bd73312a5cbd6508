import { type Discount, DiscountKind } from '#prisma';
import { paths } from '#shared/paths.ts';
import { entity } from '../entity.ts';
import { cents, choice, flag, id, instant, link, number, text } from '../fields.ts';

/** Read-only, because discounts are edited on their own screen, which checks how fields combine. */
export const discounts = entity<Discount>({
  name: 'discounts',
  singular: 'discount',
  group: 'Promotions',
  about: 'Discount codes and how often each was used.',
  model: 'discount',
  table: 'discounts',
  title: ({ code }) => code,
  fields: {
    id: id(),
    code: text({ list: true, sort: true, search: true }),
    kind: choice(DiscountKind, { list: true }),
    value: number({ list: true }),
    starts_at: instant(),
    ends_at: instant({ list: true, sort: true }),
    usage_limit: number({ list: true }),
    per_partner_limit: number(),
    used_count: number({ list: true, sort: true }),
    book_id: link('books', 'book', { shows: 'title' }),
    partner_id: link('partners', 'partner'),
    category_id: link('categories', 'category'),
    first_promotion_only: flag(),
    min_cost_cents: cents(),
    enabled: flag({ list: true, filter: true }),
    created_at: instant({ sort: true }),
    updated_at: instant(),
  },
  linked: [{ entity: 'promotions', by: 'discount_id' }],
  page: ({ id: one }) => paths.userDiscountEdit(one),
});
