import { toIsoDate } from '#shared/dates.ts';
import type {
  PromotionSite as ApiPromotionSite,
  PromotionSiteReview as ApiPromotionSiteReview,
  SiteToCheck,
} from '#shared/promotion-sites.ts';
import { budgetOf, costPerThousand, type FactEvidence, SITE_FACTS } from '#shared/site-facts.ts';
import type { LastCheck, ReviewRow, SiteRow, SiteViewer } from './queries.ts';
import { factBasisOf, hasSource, isDue, sourcedFact, UNSOURCED } from './rules.ts';

/** Presents a site with only its sourced facts. `today` is 'YYYY-MM-DD'. */
export function presentSite(site: SiteRow, today: string): ApiPromotionSite {
  const isSourced = hasSource(site);
  const fact = (text: string) => (isSourced ? sourcedFact(text) : null);
  const price = (dollars: number | null) => (isSourced && !UNSOURCED.test(site.price_model) ? dollars : null);
  const prices = { price_min_usd: price(site.price_min_usd), price_max_usd: price(site.price_max_usd) };
  const checked_on = isSourced && site.checked_on ? toIsoDate(site.checked_on) : null;
  const texts = textsOf(site, fact);
  const evidence = isSourced ? evidenceOf(site, { ...texts, price: prices.price_min_usd ?? prices.price_max_usd }) : {};
  const audience_size = texts.audience_claim === null ? null : site.audience_size;
  return {
    id: site.id,
    slug: site.slug,
    name: site.name,
    url: site.url,
    ...texts,
    ...prices,
    fact_basis: isSourced ? factBasisOf(site.fact_basis) : 'not sourced',
    sources: isSourced ? splitSources(site.sources) : [],
    checked_on,
    evidence,
    is_due: isDue(checked_on, evidence, today),
    audience_size,
    cost_per_thousand_usd: costPerThousand(prices, audience_size),
    budget: budgetOf(prices),
    average_rating: site.average_rating,
    reviews_count: site.reviews_count,
  };
}

/** Returns the texts that have a source, and null for the others. */
const textsOf = (site: SiteRow, fact: (text: string) => string | null) => ({
  kind: fact(site.kind),
  genres: fact(site.genres),
  audience_claim: fact(site.audience_claim),
  price_model: fact(site.price_model),
  deal_price_rule: fact(site.deal_price_rule),
  min_reviews: fact(site.min_reviews),
  length_rule: fact(site.length_rule),
  repeat_interval_days: fact(site.repeat_interval_days),
  lead_time: fact(site.lead_time),
  selection: fact(site.selection),
  refund_or_cancel: fact(site.refund_or_cancel),
  stats_given: fact(site.stats_given),
});

/** Returns the evidence of the facts that are shown. */
function evidenceOf(site: SiteRow, shown: { [fact in (typeof SITE_FACTS)[number]]: string | number | null }) {
  const evidence = site.evidence as Record<string, FactEvidence>;
  return Object.fromEntries(
    SITE_FACTS.flatMap((name) => {
      const found = evidence[name];
      return found && shown[name] !== null ? [[name, { as_of: found.as_of, source: found.source }]] : [];
    }),
  );
}

export const presentSiteToCheck = (site: SiteRow, last: LastCheck | undefined, today: string): SiteToCheck => ({
  ...presentSite(site, today),
  last_check: last ? { at: last.at.toISOString(), by: last.by, source: last.source } : null,
});

const splitSources = (sources: string) =>
  sources
    .split(';')
    .map((source) => source.trim())
    .filter((source) => source && !UNSOURCED.test(source));

export function presentReview(
  review: ReviewRow,
  { viewer, joins = [] }: { viewer: SiteViewer; joins?: readonly string[] },
): ApiPromotionSiteReview {
  const own = viewer?.role === 'partner' && viewer.id === review.partner_id;
  const helpful_count = review.votes.filter(({ helpful }) => helpful).length;
  return {
    id: review.id,
    promotion_site_id: review.promotion_site_id,
    rating: review.rating,
    title: review.title,
    body: review.body,
    promo_date: review.promo_date && toIsoDate(review.promo_date),
    cost_cents: review.cost_cents,
    copies: review.copies,
    partner_name: review.partner.name,
    helpful_count,
    not_helpful_count: review.votes.length - helpful_count,
    own,
    my_vote: viewer?.role === 'partner' ? voteOf(review, viewer.id) : null,
    created_at: review.created_at.toISOString(),
    updated_at: review.updated_at.toISOString(),
    ...(joins.includes('promotion_site') ? { promotion_site: siteSummary(review) } : {}),
    ...(own || viewer?.role === 'user' ? { hidden_at: review.hidden_at?.toISOString() ?? null } : {}),
    ...(viewer?.role === 'user' ? { partner_id: review.partner_id } : {}),
  };
}

function voteOf({ votes }: ReviewRow, partner_id: number) {
  const vote = votes.find((row) => row.partner_id === partner_id);
  return vote ? (vote.helpful ? 'helpful' : 'not_helpful') : null;
}

const siteSummary = ({ promotion_site: { id, slug, name } }: ReviewRow) => ({ id, slug, name });
