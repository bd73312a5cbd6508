import * as z from 'zod';
import type { PromotionSite } from '#prisma';
import { CalendarDate, line, requiredLine, text as textOf, WebUrl } from '#shared/params.ts';
import { slugOf } from '#shared/slug.ts';
import { entity, type Field } from '../entity.ts';
import { date, id, longText, number, text } from '../fields.ts';

const fact = (rest: Partial<Field> = {}) => longText({ edit: textOf(1000).optional(), ...rest });
const dollars = z.number().min(0).max(100_000).nullish();

export const promotionSites = entity<PromotionSite>({
  name: 'promotion_sites',
  singular: 'promotion_site',
  group: 'Directory',
  about: 'The directory of promotion sites. When you check the facts, set the date you checked them on.',
  model: 'promotionSite',
  table: 'promotion_sites',
  edits: 'editor',
  sort: { col: 'name', dir: 'asc' },
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: requiredLine(120) }),
    slug: text(),
    url: text({ list: true, search: true, edit: WebUrl }),
    kind: text({ list: true, edit: line(200).optional() }),
    genres: fact({ search: true }),
    audience_claim: fact(),
    price_min_usd: number({ list: true, sort: true, label: 'Price from, dollars', edit: dollars }),
    price_max_usd: number({ list: true, sort: true, label: 'Price to, dollars', edit: dollars }),
    price_model: fact(),
    deal_price_rule: fact(),
    min_reviews: fact(),
    length_rule: fact(),
    repeat_interval_days: fact(),
    lead_time: fact(),
    selection: fact(),
    refund_or_cancel: fact(),
    stats_given: fact(),
    fact_basis: fact({ help: 'Where the facts come from. Facts without a source aren’t shown as facts.' }),
    sources: fact(),
    checked_on: date({ list: true, sort: true, filter: true, label: 'Facts checked on', edit: CalendarDate.nullish() }),
  },
  linked: [{ entity: 'promotion_site_reviews', by: 'promotion_site_id' }],
  unique: { field: 'name' },
  derive: ({ name }) => (name === undefined ? {} : { slug: slugOf(String(name)) }),
  // Ids come from the directory's data file, not a sequence, so the next one is computed here; the primary key decides
  // a race.
  create: async (_deps, tx, { input }) => {
    const last = await tx.promotionSite.aggregate({ _max: { id: true } });
    const blank = Object.fromEntries(FACTS.map((name) => [name, '']));
    const { id: made } = await tx.promotionSite.create({
      data: { ...blank, ...input, id: (last._max.id ?? 0) + 1 } as never,
    });
    return made;
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
