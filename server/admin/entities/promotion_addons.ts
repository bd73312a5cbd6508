import { AddonState, type PromotionAddon } from '#prisma';
import { entity } from '../entity.ts';
import { cents, choice, date, id, instant, link } from '../fields.ts';

export const promotionAddons = entity<PromotionAddon>({
  name: 'promotion_addons',
  singular: 'promotion_addon',
  label: 'Booked add-ons',
  singular_label: 'Booked add-on',
  group: 'Promotions',
  about: 'Promotion add-ons: held, confirmed, or released.',
  model: 'promotionAddon',
  table: 'promotion_addons',
  title: ({ id: one }) => `Booked add-on ${one}`,
  fields: {
    id: id(),
    promotion_id: link('promotions', 'promotion', { list: true, shows: 'id' }),
    addon_id: link('addons', 'addon', { list: true, shows: 'label' }),
    date: date({ list: true, sort: true, filter: true }),
    category_id: link('categories', 'category', { list: true }),
    price_cents: cents({ list: true }),
    state: choice(AddonState, { list: true }),
    created_at: instant({ sort: true }),
  },
});
