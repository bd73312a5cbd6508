import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { LongTable } from '#client/ui/LongTable.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Source } from '#client/ui/Source.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatCount } from '#shared/counts.ts';
import { FACTS } from '#shared/facts.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Pricing } from '#shared/statistics.ts';
import { BreakEven } from './BreakEven.tsx';
import calculator from './Calculator.module.css';
import { type EstimateInput, estimateInputOf, estimateOf, type PriceCategory, typicalCostText } from './estimate.ts';
import classes from './PricingScreen.module.css';
import { pricingQuery } from './queries.ts';

const DESCRIPTION = `What a promotion costs in every category: a price per click, charged after the newsletter goes out, and never more than ${FACTS.ceiling} per promotion.`;
const HEAD = [
  'Category',
  'Click, free book',
  'Click, discounted',
  'Top spot',
  'Typical total, free',
  'Typical total, discounted',
  'Readers',
];

export function PricingScreen() {
  const { app_url } = useShell();
  const { data: pricing } = useSuspenseQuery(pricingQuery(useApp().api));
  const path = paths.pricing();
  return (
    <Page>
      <Seo
        title="Pricing"
        description={DESCRIPTION}
        path={path}
        jsonLd={[breadcrumbJsonLd([{ to: path, label: 'Pricing' }], app_url)]}
      />
      <PageTitle lead={DESCRIPTION}>Pricing</PageTitle>
      <HowItWorks />
      <Calculator pricing={pricing} />
      <section id="break-even" className={classes.section} aria-labelledby="break-even-title">
        <h2 id="break-even-title">When it pays for itself</h2>
        <p>
          Enter what a sale earns you, including later books in the series, to see the most a click can cost. The result
          is in the page’s address, so you can save it or share it.
        </p>
        <BreakEven />
      </section>
      <section className={classes.section} aria-labelledby="rates">
        <h2 id="rates">Every category</h2>
        <LongTable
          caption="Today’s rates and typical costs"
          search="Find a category"
          names={pricing.categories.map(({ name }) => name)}
          head={HEAD}
          rows={pricing.categories.map(rowOf)}
        />
        <Source {...pricing} />
      </section>
      <section className={classes.section} aria-labelledby="begin">
        <h2 id="begin">Before you begin</h2>
        <p>
          An account is free. See which books we accept in our{' '}
          <Link to={paths.promotionRequirements()}>promotion requirements</Link>, and our results in{' '}
          <Link to={paths.statistics()}>subscribers and statistics</Link>.
        </p>
        <p>
          <Button to={paths.partnerSignUp()}>Create a partner account</Button>
        </p>
      </section>
    </Page>
  );
}

const HowItWorks = () => (
  <section className={classes.section} aria-labelledby="how">
    <h2 id="how">How it works</h2>
    <ol className={classes.steps}>
      <li>
        Book a slot in the newsletter for the date you want. We don’t charge you then, and you can cancel at no cost
        until the newsletter closes.
      </li>
      <li>
        The newsletter goes out at {FACTS.cutoff}. For {FACTS.window} we count clicks, excluding bots, repeat clicks,
        and your own.
      </li>
      <li>
        We charge your card once, for the clicks that count and any add-ons you chose, at most {FACTS.ceiling}. We waive
        totals under {FACTS.waived}.
      </li>
    </ol>
  </section>
);

const rowOf = (category: PriceCategory) => [
  <Link key="name" to={paths.category({ id: category.category_id, slug: category.slug })}>
    {category.name}
  </Link>,
  formatCents(category.free.cpc_cents),
  formatCents(category.discounted.cpc_cents),
  formatCents(category.top_of_newsletter_addon_cents),
  typicalCostText(category.free),
  typicalCostText(category.discounted),
  category.active_readers.toLocaleString('en-US'),
];

const PRICES = [
  { value: 'discounted', label: 'A discounted price' },
  { value: 'free', label: 'Free' },
];

/** A GET form with the result on the same page. With script, the result updates while typing. */
function Calculator({ pricing }: { pricing: Pricing }) {
  const { categories } = pricing;
  // The initial address: the break-even form below changes it, and the fields don't follow.
  const [params] = useState(useSearchParams()[0]);
  const [editedInput, setEditedInput] = useState<EstimateInput | null>(null);
  const input = editedInput ?? estimateInputOf(params, categories);
  const category = categories.find(({ category_id }) => category_id === input?.category_id);
  if (!input || !category) return null;

  const readForm = (event: FormEvent<HTMLFormElement>) => {
    const values = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    setEditedInput(estimateInputOf(values, categories));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    readForm(event);
  };
  const action = `${paths.pricing()}#calculator`;
  return (
    <section id="calculator" className={classes.section} aria-labelledby="calculator-title">
      <h2 id="calculator-title">Estimate your cost</h2>
      <div className={calculator.columns}>
        <form action={action} method="get" className={calculator.form} onChange={readForm} onSubmit={submit}>
          <SelectField
            name="category_id"
            label="Category"
            defaultValue={input.category_id}
            options={categories.map(({ category_id, name }) => ({ value: String(category_id), label: name }))}
          />
          <SelectField name="price" label="The deal is" defaultValue={input.price} options={PRICES} />
          <Field
            name="clicks"
            label="Billable clicks"
            type="number"
            min={0}
            max={99999}
            inputMode="numeric"
            defaultValue={input.clicks}
          />
          <Check
            name="top"
            value="true"
            label={`Top spot in its category (${formatCents(category.top_of_newsletter_addon_cents)})`}
            defaultChecked={input.top}
          />
          <div>
            <Button type="submit" look="quiet">
              Calculate
            </Button>
          </div>
        </form>
        <EstimateResult pricing={pricing} category={category} input={input} />
      </div>
    </section>
  );
}

function EstimateResult({
  pricing,
  category,
  input,
}: {
  pricing: Pricing;
  category: PriceCategory;
  input: EstimateInput;
}) {
  const estimate = estimateOf(pricing, category, input);
  const { cpc_cents, median_clicks, sample_size } = category[input.price];
  return (
    <div className={calculator.answer} role="status">
      <p className={calculator.total}>
        <span>You would pay</span>
        <strong>{formatCents(estimate.total_cents)}</strong>
      </p>
      <p>
        {formatCount(input.clicks, 'click')} at {formatCents(cpc_cents)} {input.clicks === 1 ? 'comes' : 'come'} to{' '}
        {formatCents(estimate.clicks_cents)}
        {estimate.top_cents > 0 && `, plus ${formatCents(estimate.top_cents)} for the top spot`}.
        {estimate.isCapped &&
          ` You’ve reached the cap: you’d never pay more than ${formatCents(pricing.max_cost_cents)}.`}
        {estimate.isWaived && ` We waive totals under ${formatCents(pricing.min_charge_cents)}.`}
      </p>
      <p>After {estimate.clicks_until_cap.toLocaleString('en-US')} clicks, every additional click is free.</p>
      <p className={calculator.usual}>
        {median_clicks === null
          ? `Typical clicks in ${category.name}: not enough data.`
          : `Typical in ${category.name}: ${formatCount(median_clicks, 'click')}, the median of ${sample_size.toLocaleString('en-US')} promotions${pricing.is_scaled ? ', scaled down to the readers we reach while we warm up our sending domain' : ''}.`}
      </p>
    </div>
  );
}
