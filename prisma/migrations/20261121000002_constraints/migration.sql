-- What Prisma's schema language cannot say. prisma/drift.test.ts lists every name of this file.

-- One place at the top per date and category, whoever asks first.
CREATE UNIQUE INDEX promotion_addons_one_per_slot ON promotion_addons (addon_id, date, category_id) WHERE state IN ('held', 'confirmed');
-- A category's edition never holds more promotions than it has places.
ALTER TABLE newsletter_promotion_counts ADD CONSTRAINT newsletter_promotion_counts_within_capacity CHECK (promotions_in_total BETWEEN 0 AND capacity);
-- One default card per partner.
CREATE UNIQUE INDEX credit_cards_one_default ON credit_cards (partner_id) WHERE is_default AND removed_at IS NULL;
-- One open charge attempt per promotion: no second key while the first one's end is unknown.
CREATE UNIQUE INDEX charge_attempts_one_open ON charge_attempts (promotion_id) WHERE state = 'claimed';
-- Author names are unique per partner, whatever the case.
CREATE UNIQUE INDEX authors_one_name_per_partner ON authors (partner_id, lower(name));

ALTER TABLE discounts ADD CONSTRAINT discounts_within_limit CHECK (used_count >= 0 AND (usage_limit IS NULL OR used_count <= usage_limit));
ALTER TABLE discounts ADD CONSTRAINT discounts_code_upper CHECK (code = upper(code));
ALTER TABLE discounts ADD CONSTRAINT discounts_percent_range CHECK (value > 0 AND (kind <> 'percent' OR value <= 100));

ALTER TABLE partners ADD CONSTRAINT partners_credit_not_negative CHECK (credit_cents >= 0);
ALTER TABLE partners ADD CONSTRAINT partners_not_self_referred CHECK (referrer_id IS NULL OR referrer_id <> id);

ALTER TABLE promotions ADD CONSTRAINT promotions_prices_not_negative CHECK (sale_price_cents >= 0 AND current_price_cents >= 0 AND cpc_cents >= 0);
ALTER TABLE promotions ADD CONSTRAINT promotions_cap CHECK (max_cost_cents BETWEEN 0 AND 6000);
ALTER TABLE promotions ADD CONSTRAINT promotions_clicks CHECK (clicks_billable BETWEEN 0 AND clicks_total);
ALTER TABLE promotions ADD CONSTRAINT promotions_price_type CHECK ((price_type = 'free') = (sale_price_cents = 0));

ALTER TABLE invoices ADD CONSTRAINT invoices_total CHECK (total_cents = subtotal_cents - discount_cents - credit_cents OR invoice_type <> 'promotion' OR total_cents = 0);
ALTER TABLE invoices ADD CONSTRAINT invoices_promotion_cap CHECK (invoice_type <> 'promotion' OR total_cents BETWEEN 0 AND 6000);
-- One invoice that bills a promotion, refunds are further rows of another type.
CREATE UNIQUE INDEX invoices_one_per_promotion ON invoices (promotion_id) WHERE invoice_type = 'promotion';
ALTER TABLE charge_attempts ADD CONSTRAINT charge_attempts_amount CHECK (amount_cents BETWEEN 50 AND 6000);

ALTER TABLE promotion_site_reviews ADD CONSTRAINT promotion_site_reviews_rating CHECK (rating BETWEEN 1 AND 5);
ALTER TABLE books ADD CONSTRAINT books_asin CHECK (asin ~ '^[A-Z0-9]{10}$');
ALTER TABLE ai_budgets ADD CONSTRAINT ai_budgets_within_limit CHECK (spent_cents <= limit_cents);

-- Facts that are written once: changing or deleting them is refused by the database itself.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
CREATE TRIGGER promotion_events_append_only BEFORE UPDATE OR DELETE ON promotion_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

INSERT INTO invoice_counters (id, last) VALUES (1, 0);

-- Counters of rate-limiter-flexible: shared by all processes, and not worth surviving a crash.
CREATE UNLOGGED TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
