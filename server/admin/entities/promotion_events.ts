import { Actor, type PromotionEvent } from '#prisma';
import { entity } from '../entity.ts';
import { choice, id, instant, link, longText, text } from '../fields.ts';

export const promotionEvents = entity<PromotionEvent>({
  name: 'promotion_events',
  singular: 'promotion_event',
  group: 'Promotions',
  about: 'The history of each promotion. Entries never change.',
  model: 'promotionEvent',
  table: 'promotion_events',
  title: ({ action }) => action,
  fields: {
    id: id(),
    promotion_id: link('promotions', 'promotion', { list: true, shows: 'id' }),
    actor: choice(Actor, { list: true }),
    actor_id: link('staff', '', { list: true, label: 'By', filter: false }),
    action: text({ list: true, search: true }),
    from: text({ list: true }),
    to: text({ list: true }),
    reason: longText(),
    at: instant({ list: true, sort: true, filter: true }),
  },
});
