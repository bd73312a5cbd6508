import { pipeline } from 'node:stream/promises';
import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import { ignoreCanceledDownload } from '#server/platform/http/csv.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { ownedBy } from '#server/platform/ownership.ts';
import { billingApi } from '#shared/api/billing.ts';
import { addCard, listCards, makeDefault, removeCard, startSetup, updateExpiry } from './cards.ts';
import { type HandleEvent, handleUnlessDone } from './events.ts';
import { sendInvoicesCsv } from './invoice-csv.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { listInvoices } from './invoices.ts';
import {
  type InvoiceWithDisputes,
  invoiceNumber,
  presentCard,
  presentInvoice,
  presentInvoiceToStaff,
} from './presenter.ts';
import { invoiceById } from './queries.ts';
import { eventOf, type StripeEvent } from './stripe.ts';

const MAX_WEBHOOK_BYTES = 512 * 1024;

export function billingRoutes(deps: Deps, handleEvent: HandleEvent) {
  const presentTo = ({ role }: { role: 'partner' | 'user' }, invoice: InvoiceWithDisputes) =>
    role === 'user' ? presentInvoiceToStaff(invoice, deps.stripe.mode) : presentInvoice(invoice);
  return implement(billingApi, {
    listCards: async ({ actor, query }) => {
      const cards = await listCards(deps.db, actor.id, query);
      const page = cards.slice((query.page - 1) * query.per, query.page * query.per);
      return { credit_cards: page.map(presentCard), meta: metaOf(query, cards.length) };
    },
    addCard: async ({ actor, body }) => ({
      credit_card: presentCard(await addCard(deps, actor.id, body.payment_method_id)),
    }),
    makeCardDefault: async ({ id, actor }) => ({ credit_card: presentCard(await makeDefault(deps, actor.id, id)) }),
    changeCard: async ({ id, actor, body }) => ({
      credit_card: presentCard(await updateExpiry(deps, actor.id, id, body)),
    }),
    removeCard: ({ id, actor }) => removeCard(deps, actor.id, id),
    startSetup: ({ actor }) => startSetup(deps, actor.id),

    // Stripe may send events twice and out of order; a handled event is ignored.
    webhook: async ({ readBytes, req }) => {
      const event = verifyEvent(deps, await readBytes(MAX_WEBHOOK_BYTES), req.get('stripe-signature'));
      await handleUnlessDone(deps, event, handleEvent);
      return { received: true as const };
    },

    listInvoices: async ({ query, actor }) => {
      const { rows, total } = await listInvoices(deps.db, query, ownedBy(actor));
      return { invoices: rows.map((row) => presentTo(actor, row)), meta: metaOf(query, total) };
    },
    showInvoice: async ({ id, actor }) => {
      const invoice = await invoiceById(deps.db, id, ownedBy(actor));
      if (!invoice) throw notFound();
      return { invoice: presentTo(actor, invoice) };
    },
    invoicePdf: async ({ id, actor, res }) => {
      const invoice = await invoiceById(deps.db, id, ownedBy(actor));
      if (!invoice) throw notFound();
      const pdf = await invoicePdf(invoice, issuerOf(deps));
      const name = `deckle-${invoice.invoice_type === 'refund' ? 'refund' : 'invoice'}-${invoiceNumber(invoice.number)}`;
      res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}.pdf"` });
      await pipeline(pdf, res).catch(ignoreCanceledDownload);
    },
    invoicesCsv: ({ query, actor, res }) => sendInvoicesCsv(deps, res, query, ownedBy(actor)),
  });
}

const issuerOf = (deps: Deps) => ({
  app_url: deps.config.appUrl,
  operator: deps.config.operator,
});

function verifyEvent(deps: Pick<Deps, 'now' | 'stripe'>, body: Buffer, signature: string | undefined): StripeEvent {
  try {
    return eventOf(deps.stripe.api, body, signature ?? '', deps.stripe.webhookSecret, deps.now());
  } catch {
    throw badRequest('The signature isn’t valid.');
  }
}
