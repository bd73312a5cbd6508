import * as z from 'zod';
import type { Addon } from '#prisma';
import { Cents, requiredLine } from '#shared/params.ts';
import { entity } from '../entity.ts';
import { cents, flag, id, text } from '../fields.ts';

export const addons = entity<Addon>({
  name: 'addons',
  singular: 'addon',
  label: 'Add-ons',
  singular_label: 'Add-on',
  group: 'Catalog',
  about: 'Extras that partners can book with a promotion. The price of the top spot is set in each category.',
  model: 'addon',
  table: 'addons',
  title: ({ label }) => label,
  fields: {
    id: id(),
    name: text({ list: true, help: 'The add-on’s name in the API. It can’t be changed.' }),
    label: text({ list: true, search: true, edit: requiredLine(80) }),
    price_cents: cents({ list: true, sort: true, edit: Cents.max(6000) }),
    exclusive: flag({ list: true }),
    enabled: flag({ list: true, edit: z.boolean(), help: 'Offered to partners.' }),
  },
  linked: [{ entity: 'promotion_addons', by: 'addon_id', label: 'Booked' }],
});
