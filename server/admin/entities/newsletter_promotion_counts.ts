import type { NewsletterPromotionCount } from '#prisma';
import { toIsoDate } from '#shared/dates.ts';
import { entity } from '../entity.ts';
import { date, id, link, number } from '../fields.ts';

export const newsletterPromotionCounts = entity<NewsletterPromotionCount>({
  name: 'newsletter_promotion_counts',
  singular: 'newsletter_promotion_count',
  label: 'Slots',
  singular_label: 'Slots for a date',
  group: 'Catalog',
  about: 'How many slots each category has on each date, and how many are taken.',
  model: 'newsletterPromotionCount',
  table: 'newsletter_promotion_counts',
  sort: { col: 'newsletter_date', dir: 'desc' },
  title: ({ newsletter_date }) => `Slots for ${toIsoDate(newsletter_date)}`,
  fields: {
    id: id(),
    newsletter_date: date({ list: true, sort: true, filter: true }),
    category_id: link('categories', 'category', { list: true }),
    promotions_in_total: number({ list: true, sort: true, label: 'Taken' }),
    capacity: number({ list: true, sort: true, label: 'Slots' }),
  },
});
