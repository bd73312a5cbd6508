import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { discountsApi } from '#shared/api/discounts.ts';
import { limitGuesses } from './guesses.ts';
import { createDiscount, deleteDiscount, discountById, listDiscounts, updateDiscount } from './manage.ts';
import { presentDiscount, presentDiscountToPartner } from './presenter.ts';
import { validateDiscount } from './service.ts';

export const discountRoutes = (deps: Pick<Deps, 'db' | 'now' | 'limits'>) =>
  implement(discountsApi, {
    validate: async ({ code, actor: { role, id }, query: { partner_id, ...query } }) => {
      const request = { ...query, code, partner_id: role === 'partner' ? id : partner_id };
      const discount = await limitGuesses(deps, `${role}:${id}`, () => validateDiscount(deps, request));
      return { valid: true as const, discount: presentDiscountToPartner(discount) };
    },
    list: async ({ query }) => {
      const { rows, total } = await listDiscounts(deps.db, query);
      return { discounts: rows.map(presentDiscount), meta: metaOf(query, total) };
    },
    create: async ({ actor, body }) => ({ discount: presentDiscount(await createDiscount(deps, actor, body)) }),
    show: async ({ id, query: { joins } }) => {
      const discount = await discountById(deps.db, id, joins);
      if (!discount) throw notFound();
      return { discount: presentDiscount(discount) };
    },
    update: async ({ id, actor, body }) => ({ discount: presentDiscount(await updateDiscount(deps, actor, id, body)) }),
    remove: ({ id, actor }) => deleteDiscount(deps, actor, id),
  });
