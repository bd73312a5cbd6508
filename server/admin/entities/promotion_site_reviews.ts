import type { PromotionSiteReview } from '#prisma';
import { requiredText } from '#shared/params.ts';
import { entity } from '../entity.ts';
import { cents, date, id, instant, link, longText, number, text } from '../fields.ts';

export const promotionSiteReviews = entity<PromotionSiteReview>({
  name: 'promotion_site_reviews',
  singular: 'promotion_site_review',
  group: 'Directory',
  about: 'Partners’ reviews of promotion sites. Only their authors and staff see hidden ones.',
  model: 'promotionSiteReview',
  table: 'promotion_site_reviews',
  title: ({ title }) => title,
  fields: {
    id: id(),
    promotion_site_id: link('promotion_sites', 'promotion_site', { list: true }),
    partner_id: link('partners', 'partner', { list: true }),
    rating: number({ list: true, sort: true, filter: true }),
    title: text({ list: true, search: true }),
    body: longText({ search: true }),
    promo_date: date(),
    cost_cents: cents(),
    copies: number(),
    hidden_at: instant({ list: true, label: 'Hidden', filter: 'present' }),
    created_at: instant({ list: true, sort: true, filter: true }),
    updated_at: instant(),
  },
  actions: [
    {
      name: 'hide',
      label: 'Hide review',
      confirm: 'Only its author and staff will see the review.',
      danger: true,
      input: { reason: longText({ label: 'Reason', create: requiredText(500) }) },
      isAllowed: ({ hidden_at }) => hidden_at === null,
      run: async (deps, tx, { row }) => {
        await tx.promotionSiteReview.update({ where: { id: row.id }, data: { hidden_at: deps.now() } });
        return 'The review was hidden.';
      },
    },
    {
      name: 'unhide',
      label: 'Show review again',
      confirm: 'Everyone will see this review again.',
      isAllowed: ({ hidden_at }) => hidden_at !== null,
      run: async (_deps, tx, { row }) => {
        await tx.promotionSiteReview.update({ where: { id: row.id }, data: { hidden_at: null } });
        return 'The review is shown again.';
      },
    },
  ],
});
