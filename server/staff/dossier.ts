/** A partner's record for staff: cards, invoices, emails, and sign-in. */
import { loadThrottle } from '#server/accounts/throttle.ts';
import { accountKey } from '#server/auth/accounts.ts';
import { presentCard, presentInvoiceToStaff } from '#server/billing/presenter.ts';
import { invoiceDisputes } from '#server/billing/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { partnerRecord } from '#server/promotions/partner-record.ts';
import type { PartnerDossier } from '#shared/partner-dossier.ts';

/** Maximum number of invoices, and of emails, that are shown, newest first; `counts` has the totals. */
const MAX_ROWS = 20;

export async function loadDossier(deps: Pick<Deps, 'db' | 'limits' | 'stripe'>, id: number): Promise<PartnerDossier> {
  const latest = { orderBy: { id: 'desc' }, take: MAX_ROWS } as const;
  const partner = await deps.db.partner.findUnique({
    where: { id },
    include: {
      credit_cards: { where: { removed_at: null }, orderBy: { id: 'asc' } },
      invoices: { ...latest, include: invoiceDisputes },
      mails: { ...latest, omit: { props: true, secrets: true, to: true } },
      _count: { select: { invoices: true, mails: true } },
    },
    relationLoadStrategy: 'join',
  });
  if (!partner) throw notFound();
  const [record, sign_in] = await Promise.all([
    partnerRecord(deps.db, id),
    loadThrottle(deps, accountKey('partner', partner.uid)),
  ]);
  const { name, uid, partner_type, website, country, credit_cents, blocked_reason } = partner;
  return {
    ...{ id, name, email: uid, partner_type, website, country, credit_cents, blocked_reason, record, sign_in },
    created_at: partner.created_at.toISOString(),
    last_sign_in_at: isoOf(partner.last_sign_in_at),
    email_verified_at: isoOf(partner.email_verified_at),
    deleted_at: isoOf(partner.deleted_at),
    has_second_factor: partner.totp_enabled_at !== null,
    credit_cards: partner.credit_cards.map((card) => {
      const { payment_method_id: _hidden, ...shown } = presentCard(card);
      return shown;
    }),
    invoices: partner.invoices.map((invoice) => presentInvoiceToStaff(invoice, deps.stripe.mode)),
    emails: partner.mails.map(({ id, template, state, created_at, sent_at, bounced_at }) => ({
      ...{ id, template, state, sent_at: isoOf(sent_at), bounced_at: isoOf(bounced_at) },
      created_at: created_at.toISOString(),
    })),
    counts: { invoices: partner._count.invoices, emails: partner._count.mails },
  };
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null;
