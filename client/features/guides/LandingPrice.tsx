import { Link } from '#client/app/router.ts';
import { DataTable } from '#client/ui/DataTable.tsx';
import { formatCents } from '#shared/money.ts';
import { FACTS } from './facts.ts';
import classes from './LandingPrice.module.css';
import { rateRange } from './landing.ts';
import type { Rate } from './rates.ts';

const EXAMPLES = [
  ['0 clicks', '$0.00', '$0.00'],
  ['60 clicks', '$24.00', '$24.00'],
  ['60 clicks and the top place', '$34.00', '$34.00'],
  ['150 clicks', '$60.00', `${FACTS.ceiling}.00`],
  ['400 clicks', '$160.00', `${FACTS.ceiling}.00`],
];

export function LandingPrice({ rates }: { rates: readonly Rate[] }) {
  return (
    <section id="price" className={classes.section} aria-labelledby="price-title">
      <h2 id="price-title">What it costs</h2>
      <div className={classes.columns}>
        <dl className={classes.rates}>
          <RateLine label="A click on a free book" range={rateRange(rates, 'cpc_free_cents')} />
          <RateLine label="A click on a discounted book" range={rateRange(rates, 'cpc_discounted_cents')} />
          <div>
            <dt>One promotion, at most, add-ons included</dt>
            <dd>{FACTS.ceiling}</dd>
          </div>
        </dl>
        <DataTable
          caption="Examples at 40 cents a click, the top place at $10.00"
          head={['It brought', 'That makes', 'You pay']}
          rows={EXAMPLES}
        />
      </div>
      <p>
        The rate depends on the category and is frozen when you book. Discount codes and credit are taken off what you
        pay. <Link to="/pricing">All categories, with a calculator</Link>
      </p>
    </section>
  );
}

const RateLine = ({ label, range }: { label: string; range: ReturnType<typeof rateRange> }) =>
  range && (
    <div>
      <dt>{label}</dt>
      <dd>
        {range.lowest === range.highest
          ? formatCents(range.lowest)
          : `${formatCents(range.lowest)} to ${formatCents(range.highest)}`}
      </dd>
    </div>
  );
