import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import { addressOf, requirePartner, requireSession, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import { mailSite } from '#server/platform/mail.ts';
import { ownedBy } from '#server/platform/ownership.ts';
import {
  CreditCardInput,
  CreditCardListQuery,
  CreditCardPatch,
  InvoiceCsvQuery,
  InvoiceListQuery,
} from '#shared/billing.ts';
import { addCard, changeExpiry, listCards, makeDefault, removeCard, startSetup } from './cards.ts';
import { sendInvoicesCsv } from './invoice-csv.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { listInvoices } from './invoices.ts';
import { invoiceNumber, presentCard, presentInvoice } from './presenter.ts';
import { type InvoiceScope, invoiceById } from './queries.ts';

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
    await takeTry(deps, req, res);
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
  router.post('/setup_intent', requirePartner, async (req, res) => {
    await takeTry(deps, req, res);
    res.json(await startSetup(deps, sessionOf(res).id));
  });
  return router;
}

/** Accounts are free, and Stripe asks the bank about each card: nobody may try out here which of many are good. */
async function takeTry({ limits }: Deps, req: Request, res: Response) {
  await take(limits.cards, `partner:${sessionOf(res).id}`);
  await take(limits.cardsFromAddress, addressOf(req));
}

export function invoiceRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', requireSession, async (req, res) => {
    const query = InvoiceListQuery.parse(req.query);
    const { rows, total } = await listInvoices(deps.db, query, scopeOf(res));
    res.json({ invoices: rows.map(presentInvoice), meta: metaOf(query, total) });
  });
  router.get('/:id.pdf', requireSession, async (req, res) => {
    const invoice = await invoiceById(deps.db, idOf(req), scopeOf(res));
    if (!invoice) throw missing();
    const name = `deckle-${invoice.invoice_type === 'refund' ? 'refund' : 'invoice'}-${invoiceNumber(invoice.number)}`;
    res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}.pdf"` });
    await pipeline(await invoicePdf(invoice, mailSite(deps)), res);
  });
  return router;
}

export function invoiceCsvRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', requireSession, async (req, res) => {
    const query = InvoiceCsvQuery.parse(req.query);
    await sendInvoicesCsv(deps, res, query, scopeOf(res));
  });
  return router;
}

const scopeOf = (res: Response): InvoiceScope => ownedBy(sessionOf(res));
