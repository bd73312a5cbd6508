import { type FormEvent, useState } from 'react';
import { useSearchParams } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { Check } from '#client/ui/Choices.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Pricing } from '#shared/statistics.ts';
import classes from './Calculator.module.css';
import { type Asked, askedOf, estimateOf, type PriceCategory } from './estimate.ts';

const PRICES = [
  { value: 'discounted', label: 'A discounted price' },
  { value: 'free', label: 'Free' },
];

/** A GET form that the server answers; with script it answers while one types. */
export function Calculator({ pricing }: { pricing: Pricing }) {
  const { categories } = pricing;
  const [params] = useSearchParams();
  const [changed, setChanged] = useState<Asked | null>(null);
  const asked = changed ?? askedOf(params, categories);
  const category = categories.find(({ category_id }) => category_id === asked?.category_id);
  if (!asked || !category) return null;

  const read = (event: FormEvent<HTMLFormElement>) => {
    const values = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    setChanged(askedOf(values, categories));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    read(event);
  };
  const action = `${paths.pricing()}#calculator`;
  return (
    <section id="calculator" className={classes.section} aria-labelledby="calculator-title">
      <h2 id="calculator-title">What yours would cost</h2>
      <div className={classes.columns}>
        <form action={action} method="get" className={classes.form} onChange={read} onSubmit={submit}>
          <SelectField
            name="category_id"
            label="Category"
            defaultValue={asked.category_id}
            options={categories.map(({ category_id, name }) => ({ value: String(category_id), label: name }))}
          />
          <SelectField name="price" label="The deal is" defaultValue={asked.price} options={PRICES} />
          <Field
            name="clicks"
            label="Clicks that count"
            type="number"
            min={0}
            max={99999}
            inputMode="numeric"
            defaultValue={asked.clicks}
          />
          <Check
            name="top"
            value="true"
            label={`Top of the newsletter (${formatCents(category.top_of_newsletter_addon_cents)})`}
            defaultChecked={asked.top}
          />
          <div>
            <Button type="submit" look="quiet">
              Calculate
            </Button>
          </div>
        </form>
        <Answer pricing={pricing} category={category} asked={asked} />
      </div>
    </section>
  );
}

function Answer({ pricing, category, asked }: { pricing: Pricing; category: PriceCategory; asked: Asked }) {
  const estimate = estimateOf(pricing, category, asked);
  const { cpc_cents, median_clicks, sample_size } = category[asked.price];
  return (
    <div className={classes.answer} role="status">
      <p className={classes.total}>
        <span>You would pay</span>
        <strong>{formatCents(estimate.total_cents)}</strong>
      </p>
      <p>
        {asked.clicks.toLocaleString('en-US')} clicks at {formatCents(cpc_cents)} make{' '}
        {formatCents(estimate.clicks_cents)}
        {estimate.top_cents > 0 && `, and the top place ${formatCents(estimate.top_cents)}`}.
        {estimate.capped && ` The bill stops at ${formatCents(pricing.max_cost_cents)}.`}
        {estimate.waived && ` Less than ${formatCents(pricing.min_charge_cents)} is not charged.`}
      </p>
      <p>From {estimate.clicks_until_ceiling.toLocaleString('en-US')} clicks on, every further one is free.</p>
      <p className={classes.usual}>
        {median_clicks === null
          ? `How many clicks are usual in ${category.name}: not enough data.`
          : `Usual in ${category.name}: ${median_clicks.toLocaleString('en-US')} clicks, the median of ${sample_size.toLocaleString('en-US')} promotions.`}
      </p>
    </div>
  );
}
