import { Router } from 'express';
import { requirePartner, requireSession, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { CreditCardInput, CreditCardListQuery, CreditCardPatch, InvoiceListQuery } from '#shared/billing.ts';
import { addCard, changeExpiry, listCards, makeDefault, removeCard, startSetup } from './cards.ts';
import { listInvoices } from './invoices.ts';
import { presentCard, presentInvoice } from './presenter.ts';

export function creditCardRoutes(deps: Deps): Router {
  const router = Router();
  router.use(requirePartner);
  router.get('/', async (req, res) => {
    const query = CreditCardListQuery.parse(req.query);
    const cards = await listCards(deps.db, sessionOf(res).id);
    const page = cards.slice((query.page - 1) * query.per, query.page * query.per);
    res.json({ credit_cards: page.map(presentCard), meta: metaOf(query, cards.length) });
  });
  router.post('/', async (req, res) => {
    const { payment_method_id } = CreditCardInput.parse(bodyOf(req));
    res.status(201).json({ credit_card: presentCard(await addCard(deps, sessionOf(res).id, payment_method_id)) });
  });
  router.patch('/:id/make_default', async (req, res) => {
    res.json({ credit_card: presentCard(await makeDefault(deps, sessionOf(res).id, idOf(req))) });
  });
  router.patch('/:id', async (req, res) => {
    const card = await changeExpiry(deps, sessionOf(res).id, idOf(req), CreditCardPatch.parse(bodyOf(req)));
    res.json({ credit_card: presentCard(card) });
  });
  router.delete('/:id', async (req, res) => {
    await removeCard(deps, sessionOf(res).id, idOf(req));
    res.status(204).end();
  });
  return router;
}

export function stripeRoutes(deps: Deps): Router {
  const router = Router();
  router.post('/setup_intent', requirePartner, async (_req, res) => {
    res.json(await startSetup(deps, sessionOf(res).id));
  });
  return router;
}

export function invoiceRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', requireSession, async (req, res) => {
    const query = InvoiceListQuery.parse(req.query);
    const { role, id } = sessionOf(res);
    const { rows, total } = await listInvoices(deps.db, query, role === 'partner' ? { partner_id: id } : {});
    res.json({ invoices: rows.map(presentInvoice), meta: metaOf(query, total) });
  });
  return router;
}
