/**
 * Reviews of promotion sites by demo partners. The reviews and the sites are invented: none is about a real company.
 */
import { slugOf } from '#shared/slug.ts';
import type { PromotionSeedContext } from './promotions.ts';

type Review = {
  site: number;
  partner: number;
  rating: number;
  title: string;
  body: string;
  cost_cents: number | null;
  copies: number | null;
  daysAgo: number;
  helpful: number[];
  notHelpful: number[];
};

/**
 * Invented sites, with ids far above those of the directory's data. They have no facts, because facts need a source.
 */
const SITES = [
  { id: 901, name: 'Lantern Letter (fictitious)', url: 'https://lantern-letter.example' },
  { id: 902, name: 'Harbor Street Deals (fictitious)', url: 'https://harbor-street-deals.example' },
  { id: 903, name: 'Nine Pages Reviewers (fictitious)', url: 'https://nine-pages.example' },
  { id: 904, name: 'Swap Shelf (fictitious)', url: 'https://swap-shelf.example' },
];
const NO_FACTS = {
  kind: '',
  genres: '',
  audience_claim: '',
  price_model: '',
  deal_price_rule: '',
  min_reviews: '',
  length_rule: '',
  repeat_interval_days: '',
  lead_time: '',
  selection: '',
  refund_or_cancel: '',
  stats_given: '',
  fact_basis: 'not sourced',
  sources: '',
  evidence: {},
};

/**
 * Invented reviews. `site` is a site's id; `partner`, `helpful`, and `notHelpful` are indexes in the list of partners.
 */
const REVIEWS: readonly Review[] = [
  {
    site: 901,
    partner: 1,
    rating: 4,
    title: 'Steady for cozy mysteries',
    body: 'Our second feature with them. The book went from rank 41,000 to 1,900 in its category for two days and the next one in the series sold along. Confirmation came within a week.',
    cost_cents: 6500,
    copies: 212,
    daysAgo: 64,
    helpful: [0, 2, 5, 9],
    notHelpful: [],
  },
  {
    site: 901,
    partner: 6,
    rating: 3,
    title: 'Fine, but ask for your date early',
    body: 'Good numbers for the price, but the slot we wanted was gone for five weeks. We ran on a Tuesday instead and saw about two thirds of what a Saturday gave us a year ago.',
    cost_cents: 5500,
    copies: 96,
    daysAgo: 31,
    helpful: [3],
    notHelpful: [8],
  },
  {
    site: 902,
    partner: 4,
    rating: 5,
    title: 'Three refusals, then the best day of our year',
    body: 'We were declined three times and changed the cover and the opening lines of the description in between. When it ran it paid for itself before lunch. Apply every month and do not take the refusals personally.',
    cost_cents: 48900,
    copies: 3120,
    daysAgo: 88,
    helpful: [0, 1, 2, 7, 12, 15],
    notHelpful: [],
  },
  {
    site: 902,
    partner: 11,
    rating: 3,
    title: 'Strong, if your later books are ready',
    body: 'The deal itself just broke even for a single title. With a series behind it the picture would be different. I would wait until there is a second book to sell.',
    cost_cents: 31700,
    copies: 840,
    daysAgo: 47,
    helpful: [4, 13],
    notHelpful: [20],
  },
  {
    site: 902,
    partner: 13,
    rating: 4,
    title: 'Set a small budget and read the reports',
    body: 'Ten dollars a day for a week, three author targets, one retailer. Two of the three did nothing and the third had a click price I could live with. The hourly figures make it easy to stop.',
    cost_cents: 7000,
    copies: 58,
    daysAgo: 22,
    helpful: [1, 10],
    notHelpful: [],
  },
  {
    site: 901,
    partner: 16,
    rating: 4,
    title: 'Did what it said',
    body: 'A discounted literary title at 99 cents. Sales came over two days rather than one, with a tail on Kobo that nobody else gives us. The form takes five minutes.',
    cost_cents: 7000,
    copies: 131,
    daysAgo: 75,
    helpful: [6],
    notHelpful: [],
  },
  {
    site: 901,
    partner: 19,
    rating: 3,
    title: 'Quiet for history',
    body: 'It may well work for romance. For a long history book at $2.99 we counted fourteen sales. Next time we would go in at 99 cents and in another season.',
    cost_cents: 4500,
    copies: 14,
    daysAgo: 18,
    helpful: [2, 22],
    notHelpful: [16],
  },
  {
    site: 901,
    partner: 9,
    rating: 3,
    title: 'Good add-on to a bigger day',
    body: 'We use it to keep the rank up on day two of a sale. Alone it would not carry a launch. The starred index was worth the extra to us once and not worth it the second time.',
    cost_cents: 5000,
    copies: 73,
    daysAgo: 53,
    helpful: [14],
    notHelpful: [],
  },
  {
    site: 902,
    partner: 21,
    rating: 5,
    title: 'Content ratings that readers respect',
    body: 'The only list where nobody wrote to complain that a clean romance was too clean. Small numbers, the right people, and two newsletter sign-ups from the back matter per ten copies.',
    cost_cents: 1200,
    copies: 66,
    daysAgo: 40,
    helpful: [3, 5, 17, 18],
    notHelpful: [],
  },
  {
    site: 903,
    partner: 23,
    rating: 4,
    title: 'Nine honest reviews from twelve readers',
    body: 'The cost is known beforehand and the dashboard shows who downloaded and who finished. Two of the reviews were critical and useful. Start at least six weeks before publication.',
    cost_cents: 3400,
    copies: null,
    daysAgo: 95,
    helpful: [0, 8, 11],
    notHelpful: [],
  },
  {
    site: 904,
    partner: 0,
    rating: 4,
    title: 'Read the lists before you swap',
    body: 'We swapped with four authors and bought two solo places. The lists with a click rate above three percent were worth every cent, the large quiet ones were not. Ask when the list was last cleaned.',
    cost_cents: 8000,
    copies: 187,
    daysAgo: 58,
    helpful: [2, 4, 16, 24],
    notHelpful: [7],
  },
  {
    site: 904,
    partner: 15,
    rating: 3,
    title: 'Good for swaps, plan ahead',
    body: 'Three of our four swaps ran as agreed, the fourth moved by two weeks. Keep a calendar of your own and leave a gap between a swap and a paid date.',
    cost_cents: 4500,
    copies: 41,
    daysAgo: 12,
    helpful: [0],
    notHelpful: [],
  },
];

export function addSiteReviews({ rows, time, partners }: PromotionSeedContext) {
  for (const site of SITES) rows.add('promotion_sites', { ...site, slug: slugOf(site.name), ...NO_FACTS });
  for (const { site, partner, daysAgo, helpful, notHelpful, ...review } of REVIEWS) {
    const created_at = time.ago(24 * daysAgo);
    const { id } = rows.add('promotion_site_reviews', {
      ...review,
      promotion_site_id: site,
      partner_id: partners[partner]!.id,
      promo_date: time.day(-daysAgo - 9),
      created_at,
    });
    const vote = (index: number, helpful: boolean) => ({
      promotion_site_review_id: id,
      partner_id: partners[index]!.id,
      helpful,
      created_at: time.ago(24 * (daysAgo / 2)),
    });
    for (const index of helpful) rows.add('partner_votes', vote(index, true));
    for (const index of notHelpful) rows.add('partner_votes', vote(index, false));
  }
}
