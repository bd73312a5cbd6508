/**
 * A partner's complete data for download: rows as stored, without secrets, other people's data, and staff's notes
 * (docs/product.md#partners).
 */
import type { Deps } from '#server/platform/deps.ts';

/** Hides who acted: a staff member's id isn't the partner's data. */
const withoutStaff = { omit: { actor_id: true } } as const;

export async function exportPartner({ db, now }: Pick<Deps, 'db' | 'now'>, id: number) {
  const { authors, books, promotions, credit_cards, invoices, charge_attempts, ...rest } =
    await db.partner.findUniqueOrThrow({
      where: { id },
      omit: {
        encrypted_password: true,
        calendar_key: true,
        verification_hash: true,
        totp_secret: true,
        totp_last_step: true,
        recovery_code_hashes: true,
      },
      relationLoadStrategy: 'query',
      include: {
        authors: true,
        books: true,
        promotions: {
          omit: { reviewed_by: true },
          include: {
            addons: true,
            events: withoutStaff,
            // The bank's reasons may be about theft, which we must not disclose to its customer.
            stripe_errors: { omit: { decline_code: true, message: true } },
            click_rollups: true,
            channel_clicks: true,
            click_verdicts: true,
            click_holds: { omit: { subject: true, decided_by: true, note: true } },
            click_questions: { omit: { answered_by: true } },
            stat: true,
            results: { include: { sales: true } },
            reminders: true,
            price_checks: { omit: { next_check_at: true, failures: true } },
            refunds: { omit: { user_id: true, idempotency_key: true, failure: true } },
          },
        },
        credit_cards: { omit: { fingerprint: true } },
        invoices: true,
        charge_attempts: {
          omit: { idempotency_key: true, requested_by_id: true },
          include: { captured_charges: { include: { disputes: { omit: { cleared_at: true } } } } },
        },
        discounts: true,
        discount_uses: true,
        reviews: true,
        votes: true,
        // Hides the paying partner.
        referral_earnings: { omit: { referred_id: true, invoice_id: true } },
        referral_generated: true,
        referral_visits: true,
        waiting_entries: true,
        sales_mappings: true,
      },
    });
  const {
    discounts,
    discount_uses,
    reviews,
    votes,
    referral_earnings,
    referral_generated,
    referral_visits,
    waiting_entries,
    sales_mappings,
    ...partner
  } = rest;
  const [sessions, api_keys, webhook_endpoints, mails] = await Promise.all([
    db.authToken.findMany({
      where: { resource_type: 'partner', resource_id: id },
      select: { scope: true, created_at: true, last_used_at: true, expires_at: true },
    }),
    db.apiKey.findMany({ where: { partner_id: id }, omit: { secret_hash: true }, orderBy: { id: 'asc' } }),
    db.webhookEndpoint.findMany({ where: { partner_id: id }, omit: { secret_salt: true }, orderBy: { id: 'asc' } }),
    db.mail.findMany({
      where: { partner_id: id },
      select: { to: true, template: true, props: true, state: true, created_at: true, sent_at: true },
      orderBy: { id: 'asc' },
    }),
  ]);
  return {
    exported_at: now().toISOString(),
    partner,
    sessions,
    api_keys,
    webhook_endpoints,
    authors,
    books,
    promotions,
    credit_cards,
    invoices,
    charge_attempts,
    discounts,
    discount_uses,
    promotion_site_reviews: reviews,
    partner_helpfuls: votes.filter(({ helpful }) => helpful),
    partner_not_helpfuls: votes.filter(({ helpful }) => !helpful),
    referral_entries: { earned: referral_earnings, about_you: referral_generated },
    referral_visits,
    waiting_entries,
    sales_mappings,
    mails,
  };
}
