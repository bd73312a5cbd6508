/** 120 sent newsletters with their recipients, clicks, and invoices. */

import { clicksPerThousand } from '#server/promotions/percentile.ts';
import { CLICK_WINDOW_HOURS } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { billPromotion, type Outcome, type Settlement } from './billing.ts';
import type { Run } from './calendar.ts';
import { addClicks } from './clicks.ts';
import { addPromotion, addSteps, approve, type PromotionRow, type World } from './promotions.ts';
import { isListed, type SeedReader, suits } from './readers.ts';
import { PAST_DAYS } from './seed-time.ts';

type PastWorld = World & { readers: SeedReader[]; nextInvoiceNumber(): number };
type Edition = {
  newsletter_id: number;
  date: string;
  frozen_at: Date;
  sent_at: Date;
  recipients: SeedReader[];
  delivered: number;
};

/** Older newsletters only have their counts. */
const DAYS_WITH_DELIVERIES = 7;
const SETTLE_MINUTES = 5;

/** `outcomes` are promotions whose payment wasn't a plain success. Promotions that aren't in `runs` weren't sent. */
export function addPastNewsletters(world: PastWorld, runs: readonly Run[], outcomes: Map<Run, Outcome>) {
  const byDate = Map.groupBy(runs, ({ date }) => date);
  for (let day = -PAST_DAYS; day < 0; day++) {
    const date = world.time.day(day);
    const todays = (byDate.get(date) ?? []).sort(inNewsletterOrder);
    const edition = addEdition(world, date, todays);
    todays.forEach((run, index) => {
      addSentPromotion(world, edition, run, index + 1, outcomes.get(run) ?? 'paid');
    });
    if (day >= -DAYS_WITH_DELIVERIES) addDeliveries(world, edition, todays);
  }
}

/** Empty drafts for the coming days, so that staff can already set subject and order. */
export function addDraftNewsletters({ rows, time }: World, days: number) {
  for (let day = 0; day < days; day++) {
    rows.add('newsletters', {
      ...{ newsletter_date: time.day(day), status: 'draft', subject: '', preheader: '' },
      ...{ deliveries_total: 0, delivered_count: 0, bounced_count: 0 },
      ...{ frozen_at: null, sending_at: null, sent_at: null, created_at: time.now },
    });
  }
}

const inNewsletterOrder = (a: Run, b: Run) =>
  a.category.position - b.category.position || Number(b.top) - Number(a.top);

function addEdition(world: PastWorld, date: string, todays: Run[]): Edition {
  const wants = (reader: SeedReader) => todays.some((run) => suits(reader, dealOf(run)));
  const recipients = world.readers.filter((reader) => !reader.weekly && isListed(reader, date) && wants(reader));
  const bounced_count = recipients.filter(({ bounced_on }) => bounced_on === date).length;
  const { atCutoff } = world.time;
  const [frozen_at, sent_at] = [atCutoff(date, 0), atCutoff(date, 7)];
  const [first, ...others] = todays;
  const { id } = world.rows.add('newsletters', {
    newsletter_date: date,
    status: 'sent',
    subject: first
      ? `${first.book.title}${first.book.sale_price_cents ? '' : ' is free'}, and ${others.length} more deals for you`
      : '',
    preheader: others.map(({ book }) => book.title).join(' · '),
    deliveries_total: recipients.length,
    delivered_count: recipients.length - bounced_count,
    bounced_count,
    frozen_at,
    sending_at: atCutoff(date, 1),
    sent_at,
    created_at: atCutoff(addDays(date, -1), 0),
  });
  return { newsletter_id: id, date, frozen_at, sent_at, recipients, delivered: recipients.length - bounced_count };
}

function addSentPromotion(world: PastWorld, edition: Edition, run: Run, position: number, outcome: Outcome) {
  const given = world.discounts.ofRun.get(run) ?? null;
  const { newsletter_id, frozen_at, sent_at } = edition;
  const windowEnd = new Date(sent_at.getTime() + CLICK_WINDOW_HOURS * 3_600_000);
  const settled_at = new Date(windowEnd.getTime() + SETTLE_MINUTES * 60_000);
  const settled = settled_at.getTime() + 60_000 <= world.time.now.getTime();
  const facts = { newsletter_id, position, frozen_at, sent_at, click_window_ends_at: windowEnd };
  const discount = given && { given, state: settled ? ('consumed' as const) : ('reserved' as const) };
  const promotion = addPromotion(world, run, { facts, addon: 'confirmed', discount });
  approve(world, promotion);
  addSteps(world, promotion, [
    {
      actor: 'system',
      action: 'freeze',
      from: 'awaiting promotion date',
      to: 'awaiting promotion date',
      at: frozen_at,
    },
    { actor: 'system', action: 'send', from: 'awaiting promotion date', to: 'successfully sent', at: sent_at },
  ]);
  const audience = edition.recipients.filter(
    (reader) => reader.bounced_on !== edition.date && suits(reader, dealOf(run)),
  );
  const clicks = addClicks(world, {
    promotion_id: promotion.id,
    newsletter_id,
    run,
    audience,
    sent_at,
    now: world.time.now,
    settled,
  });
  if (!settled) return;
  Object.assign(promotion, { clicks_total: clicks.total, clicks_billable: clicks.billable });
  settle(world, { edition, run, promotion, discount: given, settled_at, outcome });
}

type Settled = Settlement & { edition: Edition };

function settle(world: PastWorld, { edition, ...settlement }: Settled) {
  const { run, promotion } = settlement;
  addStat(world, edition, run, promotion);
  billPromotion(world, settlement);
}

function addStat({ rows }: World, { delivered }: Edition, { category, date }: Run, promotion: PromotionRow) {
  const clicks_billable = promotion.clicks_billable ?? 0;
  rows.add('promotion_stats', {
    promotion_id: promotion.id,
    category_id: category.id,
    price_type: promotion.price_type,
    promotion_date: date,
    delivered,
    clicks_billable,
    clicks_per_thousand: clicksPerThousand(clicks_billable, delivered),
  });
}

function addDeliveries({ rows }: World, { newsletter_id, date, sent_at, recipients }: Edition, todays: Run[]) {
  for (const reader of recipients) {
    const bounced = reader.bounced_on === date;
    rows.add('deliveries', {
      newsletter_id,
      reader_id: reader.id,
      state: bounced ? 'bounced' : 'accepted',
      attempts: 1,
      message_id: `<newsletter-${newsletter_id}-${reader.id}@deckle.test>`,
      link_count: todays.reduce((links, run) => links + linksFor(reader, run), 0),
      failure: bounced ? '550 5.1.1 No such user' : null,
      accepted_at: bounced ? null : sent_at,
    });
  }
}

/** An email shows only the stores that its reader uses. */
const linksFor = (reader: SeedReader, run: Run) =>
  suits(reader, dealOf(run))
    ? run.book.stores.filter((store) => !reader.stores.length || reader.stores.includes(store)).length
    : 0;

const dealOf = ({ book, category }: Run) => ({
  category_id: category.id,
  is_adult: category.is_adult,
  sale_price_cents: book.sale_price_cents,
  stores: book.stores,
});
