import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { useLocation, useNavigate, useSearchParams } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useHasScript } from '#client/ui/use-has-script.ts';
import { monthText } from '#shared/article.ts';
import { breakEvenOf, isReducedTo35, type BreakEven as Result, ROYALTY_SOURCES } from '#shared/break-even.ts';
import { FACTS } from '#shared/facts.ts';
import { formatCents } from '#shared/money.ts';
import { MAX_DEAL_PRICE_CENTS } from '#shared/submission-rules.ts';
import {
  type BreakEvenInput,
  breakEvenInputOf,
  breakEvenQuery,
  statisticsAtPrice,
  typicalClicks,
} from './break-even.ts';
import classes from './Calculator.module.css';
import { pricingQuery } from './queries.ts';

const PLANS = [
  { value: 'kdp35', label: 'KDP, 35%' },
  { value: 'kdp70', label: 'KDP, 70%' },
  { value: 'kdp70_countdown', label: 'KDP, 70% in a Countdown Deal' },
  { value: 'other', label: 'Another store' },
];

/** A GET form with the result on the same page. With script, the result updates while typing. */
export function BreakEven({ slug }: { slug?: string }) {
  const { data: pricing } = useSuspenseQuery(pricingQuery(useApp().api));
  // The initial address, because the fields don't follow later changes.
  const [params] = useState(useSearchParams()[0]);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [editedInput, setEditedInput] = useState<BreakEvenInput | null>(null);
  const { categories, max_cost_cents } = pricing;
  const input = editedInput ?? breakEvenInputOf(params, categories, slug);
  if (!input) return null;

  const readForm = (event: FormEvent<HTMLFormElement>) => {
    const values = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    const next = breakEvenInputOf(values, categories, slug);
    setEditedInput(next);
    return next;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = readForm(event);
    if (next) void navigate(`${pathname}?${breakEvenQuery(next)}#break-even`, { replace: true });
  };
  const typical = typicalClicks(input.category, input.price_cents);
  const clickField = (name: keyof typeof typical, label: string) => (
    <Field
      name={name}
      label={label}
      {...NUMBER}
      min={0}
      max={99_999}
      placeholder={String(typical[name])}
      defaultValue={params.get(name) ?? ''}
    />
  );
  return (
    <div className={classes.columns}>
      <form
        action={`${pathname}#break-even`}
        method="get"
        aria-label="Break-even calculator"
        className={classes.form}
        onChange={readForm}
        onSubmit={submit}
      >
        <SelectField
          name="category_id"
          label="Category"
          defaultValue={input.category.category_id}
          options={categories.map(({ category_id, name }) => ({ value: String(category_id), label: name }))}
        />
        <div className={classes.pair}>
          <Field
            name="book_price"
            label="Deal price (US$)"
            {...DECIMAL}
            max={MAX_DEAL_PRICE_CENTS / 100}
            defaultValue={(input.price_cents / 100).toFixed(2)}
          />
          <SelectField name="plan" label="Royalty option" defaultValue={input.plan} options={PLANS} />
          <Field name="mb" label="File size in MB" {...DECIMAL} hint="For KDP, 70%" defaultValue={input.file_mb} />
          <Field
            name="royalty"
            label="Royalty rate (%)"
            {...DECIMAL}
            max={100}
            hint="For another store"
            defaultValue={input.other_percent}
          />
        </div>
        <Field
          name="conversion"
          label="Sales from 100 clicks"
          {...DECIMAL}
          max={100}
          hint="Suppose 10, until you know yours."
          defaultValue={input.conversion_percent}
        />
        <div className={classes.pair}>
          <Field
            name="read_on"
            label="Of 100 buyers, how many buy the next book?"
            {...DECIMAL}
            max={100}
            hint="0 for a standalone"
            defaultValue={input.read_on_percent}
          />
          <Field
            name="later"
            label="Earnings from each of them (US$)"
            {...DECIMAL}
            hint="Royalties on all later books"
            defaultValue={(input.later_cents / 100).toFixed(2)}
          />
        </div>
        <div className={classes.three}>
          {clickField('low', 'Low clicks')}
          {clickField('usual', 'Typical clicks')}
          {clickField('high', 'High clicks')}
        </div>
        <div>
          <Button type="submit" look="quiet">
            Calculate
          </Button>
        </div>
      </form>
      <BreakEvenResult input={input} max_cost_cents={max_cost_cents} />
    </div>
  );
}

const NUMBER = { type: 'number', inputMode: 'numeric' } as const;
const DECIMAL = { type: 'number', inputMode: 'decimal', min: 0, step: '0.01' } as const;

function BreakEvenResult({ input, max_cost_cents }: { input: BreakEvenInput; max_cost_cents: number }) {
  const { app_url } = useShell();
  const { pathname } = useLocation();
  const hasScript = useHasScript();
  const { category, clicks } = input;
  const { cpc_cents, sample_size, median_clicks } = statisticsAtPrice(category, input.price_cents);
  const counts = [clicks.low, clicks.usual, clicks.high];
  const result = breakEvenOf(input, { cpc_cents, addon_cents: [], max_cost_cents, discount: null }, counts);
  return (
    <div className={classes.answer}>
      <div role="status">
        <Stack gap="s">
          <p className={classes.total}>
            <span>Most you should pay for a click</span>
            <strong>{formatCents(result.max_cpc_cents)}</strong>
          </p>
          <p>{breakEvenText(result, cpc_cents)}</p>
        </Stack>
      </div>
      <DataTable
        caption="Profit after the promotion’s cost"
        head={['Clicks', 'Sales', 'Earned', 'Cost', 'Profit']}
        rows={result.outcomes.map(({ clicks, copies, earned_cents, cost_cents, profit_cents }, index) => [
          `${CASE_LABELS[index]}: ${clicks.toLocaleString('en-US')}`,
          copies.toLocaleString('en-US'),
          formatCents(earned_cents),
          formatCents(cost_cents),
          <strong key="profit">{formatCents(profit_cents)}</strong>,
        ])}
      />
      <p className={classes.usual}>
        {median_clicks === null
          ? `We assume these clicks until you enter your own: ${category.name} has too few promotions at this price.`
          : `Until you enter your own clicks, we use the figures for ${category.name}: the median and quartiles of ${sample_size.toLocaleString('en-US')} promotions.`}{' '}
        We never charge more than {FACTS.ceiling}.
      </p>
      <p className={classes.usual}>
        A copy earns you {formatCents(result.royalty_cents)}
        {isReducedTo35(input) && ', because the 70% option pays 35% at this price'}; with the later books, a buyer earns
        you {formatCents(result.buyer_cents)}.
      </p>
      <ul className={classes.sources}>
        {ROYALTY_SOURCES.map(({ fact, title, url, as_of }) => (
          <li key={url}>
            {fact}{' '}
            <a href={url} rel="noopener">
              {title}
            </a>
            {as_of ? `, as of ${monthText(as_of)}` : ', undated'}
          </li>
        ))}
      </ul>
      {hasScript && (
        <Row>
          <CopyButton text={`${app_url}${pathname}?${breakEvenQuery(input)}#break-even`}>
            Copy a link to this result
          </CopyButton>
        </Row>
      )}
    </div>
  );
}

const CASE_LABELS = ['Low', 'Typical', 'High'];

function breakEvenText({ max_cpc_cents, clicks_to_break_even }: Result, cpc_cents: number) {
  const today = `Today a click costs ${formatCents(cpc_cents)}`;
  if (clicks_to_break_even === 0) return `${today}, so every click pays for itself.`;
  if (clicks_to_break_even === null) return `${today}, and with these numbers clicks earn you nothing.`;
  const missing = formatCents(cpc_cents - max_cpc_cents);
  return `${today}, which is ${missing} more than you should pay. The promotion breaks even at ${clicks_to_break_even.toLocaleString('en-US')} clicks, because your bill is capped at ${FACTS.ceiling}.`;
}
