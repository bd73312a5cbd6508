import { dateText } from '#shared/dates.ts';
import type {
  PromotionSite as PromotionSiteAnswer,
  PromotionSiteReview as PromotionSiteReviewAnswer,
} from '#shared/promotion-sites.ts';
import type { Asker, ReviewRow, SiteRow } from './queries.ts';
import { backedFact, factBasisOf, UNBACKED } from './rules.ts';

/** Only facts with a source; a site without any is still listed. */
export function presentSite(site: SiteRow): PromotionSiteAnswer {
  const fact_basis = factBasisOf(site.fact_basis);
  const isBacked = fact_basis !== 'not sourced';
  const fact = (text: string) => (isBacked ? backedFact(text) : null);
  const price = (dollars: number | null) => (isBacked && !UNBACKED.test(site.price_model) ? dollars : null);
  return {
    id: site.id,
    slug: site.slug,
    name: site.name,
    url: site.url,
    kind: fact(site.kind),
    genres: fact(site.genres),
    audience_claim: fact(site.audience_claim),
    price_min_usd: price(site.price_min_usd),
    price_max_usd: price(site.price_max_usd),
    price_model: fact(site.price_model),
    deal_price_rule: fact(site.deal_price_rule),
    min_reviews: fact(site.min_reviews),
    length_rule: fact(site.length_rule),
    repeat_interval_days: fact(site.repeat_interval_days),
    lead_time: fact(site.lead_time),
    selection: fact(site.selection),
    refund_or_cancel: fact(site.refund_or_cancel),
    stats_given: fact(site.stats_given),
    fact_basis,
    sources: isBacked ? listOf(site.sources) : [],
    checked_on: isBacked && site.checked_on ? dateText(site.checked_on) : null,
    average_rating: site.average_rating,
    reviews_count: site.reviews_count,
  };
}

const listOf = (sources: string) =>
  sources
    .split(';')
    .map((source) => source.trim())
    .filter((source) => source && !UNBACKED.test(source));

export function presentReview(
  review: ReviewRow,
  { asker, joins = [] }: { asker: Asker; joins?: readonly string[] },
): PromotionSiteReviewAnswer {
  const own = asker?.role === 'partner' && asker.id === review.partner_id;
  const helpful_count = review.votes.filter(({ helpful }) => helpful).length;
  return {
    id: review.id,
    promotion_site_id: review.promotion_site_id,
    rating: review.rating,
    title: review.title,
    body: review.body,
    promo_date: review.promo_date && dateText(review.promo_date),
    cost_cents: review.cost_cents,
    copies: review.copies,
    partner_name: review.partner.name,
    helpful_count,
    not_helpful_count: review.votes.length - helpful_count,
    own,
    my_vote: asker?.role === 'partner' ? voteOf(review, asker.id) : null,
    created_at: review.created_at.toISOString(),
    updated_at: review.updated_at.toISOString(),
    ...(joins.includes('promotion_site') ? { promotion_site: siteHead(review) } : {}),
    ...(own || asker?.role === 'user' ? { hidden_at: review.hidden_at?.toISOString() ?? null } : {}),
    ...(asker?.role === 'user' ? { partner_id: review.partner_id } : {}),
  };
}

function voteOf({ votes }: ReviewRow, partner_id: number) {
  const own = votes.find((vote) => vote.partner_id === partner_id);
  return own ? (own.helpful ? 'helpful' : 'not_helpful') : null;
}

const siteHead = ({ promotion_site: { id, slug, name } }: ReviewRow) => ({ id, slug, name });
