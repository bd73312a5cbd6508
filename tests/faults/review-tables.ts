/** SQL invariants of the review trial (slots, add-ons, discounts, books, cancellations, cards), and its control. */
import type { Pool } from '#server/platform/database.ts';

/** Queries that must return no rows. */
const FORBIDDEN: readonly [name: string, sql: string][] = [
  [
    'slot count that differs from the number of promotions holding slots',
    `select coalesce(c.newsletter_date, p.promotion_date)::text as date, coalesce(c.category_id, p.category_id) as category,
       coalesce(c.promotions_in_total, 0) as counted, coalesce(p.holding, 0)::int as holding
     from newsletter_promotion_counts c full join (
       select promotion_date, category_id, count(*) as holding from promotions
       where approval_status = 'approved' and cancelled_at is null and unable_to_send_at is null group by 1, 2) p
       on p.promotion_date = c.newsletter_date and p.category_id = c.category_id
     where coalesce(c.promotions_in_total, 0) <> coalesce(p.holding, 0)`,
  ],
  [
    'add-on in the wrong state',
    `select p.id, a.state, p.approval_status from promotion_addons a join promotions p on p.id = a.promotion_id
     where a.state::text <> case when p.cancelled_at is not null or p.unable_to_send_at is not null then 'released'
       when p.approval_status = 'approved' then 'confirmed' else 'held' end
       or (a.state <> 'released' and (a.category_id <> p.category_id or a.date <> coalesce(p.promotion_date, p.requested_date)))`,
  ],
  [
    'discount use in the wrong state',
    `select p.id, u.state from discount_uses u join promotions p on p.id = u.promotion_id
     where u.state::text <> case when p.cancelled_at is not null or p.unable_to_send_at is not null then 'released' else 'reserved' end`,
  ],
  [
    'discount with a wrong count of uses',
    `select d.id, d.used_count from discounts d
     where d.used_count <> (select count(*) from discount_uses u where u.discount_id = d.id and u.state <> 'released')`,
  ],
  [
    'archived book in a newsletter',
    `select p.id from promotions p join books b on b.id = p.book_id
     where b.status <> 'active' and p.frozen_at is not null`,
  ],
  [
    'canceled promotion in a newsletter',
    'select id from promotions where cancelled_at is not null and (frozen_at is not null or sent_at is not null)',
  ],
  [
    'approved promotion without a card to charge',
    `select p.id from promotions p
     where p.approval_status = 'approved' and p.cancelled_at is null and p.unable_to_send_at is null and p.sent_at is null
       and not exists (select from credit_cards c where c.partner_id = p.partner_id and c.is_card_valid
         and c.is_default and c.removed_at is null)`,
  ],
];

export async function findForbiddenRows(pool: Pool): Promise<string[]> {
  const violations: string[] = [];
  for (const [name, sql] of FORBIDDEN) {
    const { rows } = await pool.query(sql);
    violations.push(...rows.map((row) => `${name}: ${JSON.stringify(row)}`));
  }
  return violations;
}

/** Replaces each approved version with the partner's current one, so that the control run must fail. */
export const overwriteApproved = (pool: Pool) =>
  pool.query(`
    update promotions p set
      reviewed_book = jsonb_build_object('title', b.title, 'author_name', a.name, 'cover', b.cover, 'description', b.description,
        'blurb', b.blurb, 'content_rating', b.content_rating),
      reviewed_store_urls = (
        select coalesce(jsonb_object_agg(store, url), '{}')
        from (values ('amazon', b.amazon_url), ('ibooks', b.ibooks_url), ('kobo', b.kobo_url)) link (store, url)
        where url is not null and store <> all (b.dead_stores::text[])),
      category_id = coalesce((p.proposed_changes ->> 'category_id')::int, p.category_id),
      current_price_cents = coalesce((p.proposed_changes ->> 'current_price_cents')::int, p.current_price_cents),
      sale_price_cents = coalesce((p.proposed_changes ->> 'sale_price_cents')::int, p.sale_price_cents),
      price_type = case coalesce((p.proposed_changes ->> 'sale_price_cents')::int, p.sale_price_cents)
        when 0 then 'free' else 'discounted' end::"PriceType",
      blurb_override = coalesce(p.proposed_changes ->> 'blurb_override', p.blurb_override),
      deal_ends_on = coalesce((p.proposed_changes ->> 'deal_ends_on')::date, p.deal_ends_on),
      proposed_changes = null
    from books b left join authors a on a.id = b.author_id
    where b.id = p.book_id and p.approval_status = 'approved' and p.frozen_at is null and p.cancelled_at is null`);
