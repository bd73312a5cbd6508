/** Clicks in the first hours, then fewer; scanners and double clicks add ones that aren't billed. */

import type { Random } from '#server/platform/random.ts';
import type { Store } from '#shared/business.ts';
import type { Run } from './calendar.ts';
import type { SeedReader } from './readers.ts';
import type { Rows } from './rows.ts';

type Sent = {
  promotion_id: number;
  newsletter_id: number;
  run: Run;
  /** Readers who got an email with this promotion. */
  audience: readonly SeedReader[];
  sent_at: Date;
  now: Date;
  settled: boolean;
};
type Kind = {
  ua_class: 'person' | 'bot' | 'prefetch' | 'head';
  invalid_reason: 'duplicate' | 'bot_ua' | 'prefetch' | 'head' | 'out_of_window' | null;
};
type Click = Kind & { reader: SeedReader | null; hours: number };

const RATES = { free: 0.32, discounted: 0.17 };
const HIGHEST_RATE = 0.58;
const WINDOW_HOURS = 72;
const MEAN_DELAY_HOURS = 9;
/** Extra clicks per person's click, by the settlement's classification. */
const EXTRAS: readonly (Kind & { probability: number })[] = [
  { probability: 0.07, ua_class: 'person', invalid_reason: 'duplicate' },
  { probability: 0.05, ua_class: 'bot', invalid_reason: 'bot_ua' },
  { probability: 0.03, ua_class: 'prefetch', invalid_reason: 'prefetch' },
  { probability: 0.02, ua_class: 'head', invalid_reason: 'head' },
  { probability: 0.02, ua_class: 'person', invalid_reason: 'out_of_window' },
];
const SITE_SHARE = 0.12;

/** Adds the clicks from the email; returns them and the number billed. */
export function addClicks({ rows, dice }: { rows: Rows; dice: Random }, sent: Sent) {
  const clicks = clicksOf(dice, sent).filter(
    ({ hours }) => sent.sent_at.getTime() + hours * 3_600_000 <= sent.now.getTime(),
  );
  for (const { reader, hours, ua_class, invalid_reason } of clicks.sort((a, b) => a.hours - b.hours)) {
    const isSite = reader === null;
    rows.add('click_logs', {
      promotion_id: sent.promotion_id,
      newsletter_id: isSite ? null : sent.newsletter_id,
      reader_id: reader?.id ?? null,
      source: isSite ? 'site' : 'newsletter',
      store: storeFor(dice, reader, sent.run.book.stores),
      clicked_at: new Date(sent.sent_at.getTime() + hours * 3_600_000),
      ua_class,
      billable: isSite ? false : sent.settled ? invalid_reason === null : null,
      invalid_reason: sent.settled ? invalid_reason : null,
    });
  }
  const fromMail = clicks.filter(({ reader }) => reader);
  return { total: fromMail.length, billable: fromMail.filter(({ invalid_reason }) => !invalid_reason).length };
}

function clicksOf(dice: Random, { run, audience }: Sent): Click[] {
  const rate = RATES[run.book.sale_price_cents === 0 ? 'free' : 'discounted'] * run.book.appeal * (run.top ? 1.5 : 1);
  return audience
    .filter(() => dice.chance(Math.min(rate, HIGHEST_RATE)))
    .flatMap((reader) => {
      const hours = Math.min(-Math.log(1 - dice.fraction()) * MEAN_DELAY_HOURS, WINDOW_HOURS - 1);
      const person: Click = { reader, hours, ua_class: 'person', invalid_reason: null };
      const extras = EXTRAS.filter(({ probability }) => dice.chance(probability)).map(({ probability: _, ...kind }) =>
        extra(dice, person, kind),
      );
      const site: Click[] = dice.chance(SITE_SHARE) ? [{ ...person, reader: null, hours: dice.between(1, 70) }] : [];
      return [person, ...extras, ...site];
    });
}

const extra = (dice: Random, person: Click, kind: Kind): Click => ({
  ...person,
  ...kind,
  hours:
    kind.invalid_reason === 'out_of_window' ? WINDOW_HOURS + dice.between(1, 40) : person.hours + dice.fraction() / 4,
});

/** Most readers use Amazon. */
function storeFor(dice: Random, reader: SeedReader | null, stores: readonly Store[]): Store {
  const open = stores.filter((store) => !reader?.stores.length || reader.stores.includes(store));
  return dice.draw(open, 1, (store) => (store === 'amazon' ? 5 : 1))[0]!;
}
