import type { PromotionSite } from '#prisma';
import { requiredLine, WebUrl } from '#shared/params.ts';
import { slugOf } from '#shared/slug.ts';
import { entity } from '../entity.ts';
import { date, id, longText, number, text } from '../fields.ts';

export const promotionSites = entity<PromotionSite>({
  name: 'promotion_sites',
  singular: 'promotion_site',
  group: 'Directory',
  about: 'The directory of promotion sites. Change its facts by recording a check under “Check promotion sites”.',
  model: 'promotionSite',
  table: 'promotion_sites',
  editRole: 'editor',
  sort: { col: 'name', dir: 'asc' },
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: requiredLine(120) }),
    slug: text(),
    url: text({ list: true, search: true, edit: WebUrl }),
    kind: text({ list: true }),
    genres: longText({ search: true }),
    audience_claim: longText(),
    price_min_usd: number({ list: true, sort: true, label: 'Lowest price (US$)' }),
    price_max_usd: number({ list: true, sort: true, label: 'Highest price (US$)' }),
    price_model: longText(),
    deal_price_rule: longText(),
    min_reviews: longText(),
    length_rule: longText(),
    repeat_interval_days: longText(),
    lead_time: longText(),
    selection: longText(),
    refund_or_cancel: longText(),
    stats_given: longText(),
    fact_basis: longText({ help: 'Where the facts come from. Facts without a source aren’t shown as facts.' }),
    sources: longText(),
    audience_size: number({ label: 'Smallest claimed list (readers)' }),
    checked_on: date({ list: true, sort: true, filter: true, label: 'Last check' }),
  },
  linked: [{ entity: 'promotion_site_reviews', by: 'promotion_site_id' }],
  unique: { field: 'name', message: 'leads to the same web address as another site. Choose a different name' },
  derive: ({ name }) => (name === undefined ? {} : { slug: slugOf(String(name)) }),
  // Ids come from the directory's data file, not a sequence, so the next one is computed here, under a lock.
  create: async (_deps, tx, { input }) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('promotion site ids'))`;
    const last = await tx.promotionSite.aggregate({ _max: { id: true } });
    const blank = Object.fromEntries(FACTS.map((name) => [name, '']));
    const { id: newId } = await tx.promotionSite.create({
      data: { ...blank, ...input, id: (last._max.id ?? 0) + 1 } as never,
    });
    return newId;
  },
});

const FACTS = [
  'kind',
  'genres',
  'audience_claim',
  'price_model',
  'deal_price_rule',
  'min_reviews',
  'length_rule',
  'repeat_interval_days',
  'lead_time',
  'selection',
  'refund_or_cancel',
  'stats_given',
  'fact_basis',
  'sources',
];
