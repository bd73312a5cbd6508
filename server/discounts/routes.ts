import { Router } from 'express';
import { byOf, requireSession, requireUser, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import {
  DiscountInput,
  DiscountListQuery,
  DiscountPatch,
  DiscountQuery,
  DiscountValidateQuery,
} from '#shared/discounts.ts';
import { countedGuess } from './guesses.ts';
import { createDiscount, deleteDiscount, discountById, listDiscounts, updateDiscount } from './manage.ts';
import { presentDiscount, presentDiscountToPartner } from './presenter.ts';
import { validateDiscount } from './service.ts';

export function discountRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/validate/:code', requireSession, async (req, res) => {
    const { book_id, partner_id } = DiscountValidateQuery.parse(req.query);
    const { role, id } = sessionOf(res);
    const partner = role === 'partner' ? id : (partner_id ?? 0);
    const asked = { code: String(req.params.code), book_id, partner_id: partner };
    const discount = await countedGuess(deps, `${role}:${id}`, () => validateDiscount(deps, asked));
    res.json({ valid: true, discount: presentDiscountToPartner(discount) });
  });
  router.get('/', requireUser, async (req, res) => {
    const query = DiscountListQuery.parse(req.query);
    const { rows, total } = await listDiscounts(deps.db, query);
    res.json({ discounts: rows.map(presentDiscount), meta: metaOf(query, total) });
  });
  router.post('/', requireUser, async (req, res) => {
    const discount = await createDiscount(deps, byOf(res), DiscountInput.parse(bodyOf(req)));
    res.status(201).json({ discount: presentDiscount(discount) });
  });
  router.get('/:id', requireUser, async (req, res) => {
    DiscountQuery.parse(req.query);
    const discount = await discountById(deps.db, idOf(req));
    if (!discount) throw missing();
    res.json({ discount: presentDiscount(discount) });
  });
  router.patch('/:id', requireUser, async (req, res) => {
    const discount = await updateDiscount(deps, byOf(res), idOf(req), DiscountPatch.parse(bodyOf(req)));
    res.json({ discount: presentDiscount(discount) });
  });
  router.delete('/:id', requireUser, async (req, res) => {
    await deleteDiscount(deps, sessionOf(res), idOf(req));
    res.status(204).end();
  });
  return router;
}
