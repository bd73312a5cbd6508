import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { welcomeCreditQuery } from '#client/api/billing.ts';
import { Link } from '#client/app/router.ts';
import { NewsletterEntryPreview } from '#client/features/newsletters/NewsletterEntryPreview.tsx';
import { useSession } from '#client/session/SessionContext.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { Book } from '#shared/books.ts';
import { costText } from '#shared/cost-words.ts';
import type { DiscountTerms } from '#shared/discounts.ts';
import { entryBlurb } from '#shared/excerpt.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Estimate } from '#shared/promotions.ts';
import classes from './BookingFields.module.css';
import { addonsQuery, categoriesQuery, estimateQuery, useDiscount } from './booking-api.ts';
import { type BookingValues, discountText, forecastCost, typicalText } from './booking-form.ts';
import { CardNeeded } from './CardNeeded.tsx';
import { RulesPanel } from './RulesPanel.tsx';

type Props = { values: BookingValues; book: Book | undefined; children: ReactNode };

/** The panels beside the form: card, cost, rules, and newsletter entry. `children` is the submit button. */
export const BookingSidebar = ({ values, book, children }: Props) => (
  <div className={classes.side}>
    <CardNeeded />
    <EstimatePanel values={values} />
    {book && book.status !== 'active' && (
      <Alert kind="warning">
        This book isn’t active. <Link to={paths.partnerBookEdit(book.id)}>Set it to active</Link> first.
      </Alert>
    )}
    <RulesPanel values={values} />
    {book && (
      <Panel title="In the newsletter">
        {values.sale_price_cents === '' ? (
          <p>Choose a deal price to preview your listing.</p>
        ) : (
          <NewsletterEntryPreview deal={previewOf(values, book)} />
        )}
      </Panel>
    )}
    {children}
  </div>
);

const previewOf = (values: BookingValues, book: Book) => ({
  ...book,
  blurb: entryBlurb(values.blurb_override, book),
  sale_price_cents: Number(values.sale_price_cents),
  current_price_cents: Number(values.current_price_cents),
  is_top: values.addon_ids.length > 0,
});

/** 'At most $60.00, typically $20.25 to $25.20', estimated from similar promotions, or from the number of readers. */
function EstimatePanel({ values }: { values: BookingValues }) {
  const { category_id, sale_price_cents, requested_date: date } = values;
  const price_type = sale_price_cents === 0 ? 'free' : 'discounted';
  const canEstimate = category_id !== '' && sale_price_cents !== '';
  const estimate = useQuery(
    estimateQuery(canEstimate ? { category_id: Number(category_id), price_type, ...(date && { date }) } : null),
  );
  const addons = useAddonCents(values);
  const discount = useDiscount(values).data ?? null;
  if (!canEstimate) {
    return (
      <Panel title="What it costs">
        <p>Never more than $60.00. Choose a category and a deal price to see what’s typical.</p>
      </Panel>
    );
  }
  return (
    <Panel title="What it costs">
      <QueryBoundary query={estimate} placeholder={<Skeleton height={120} />}>
        {(data) => <Cost estimate={data} addon_cents={addons} discount={discount} />}
      </QueryBoundary>
    </Panel>
  );
}

type CostProps = { estimate: Estimate; addon_cents: readonly number[]; discount: DiscountTerms | null };

function Cost({ estimate, addon_cents, discount }: CostProps) {
  const cost = forecastCost(estimate, addon_cents, discount);
  const credit = useSession().partner.record?.credit_cents ?? 0;
  const { data: welcome = 0 } = useQuery(welcomeCreditQuery());
  return (
    <>
      <p className={classes.price} role="status">
        At most {formatCents(cost.most.total_cents)}, {typicalText(cost)}
      </p>
      <p className={classes.hint}>
        {formatCents(estimate.cpc_cents)} per billable click
        {cost.most.addons_cents > 0 && `, ${formatCents(cost.most.addons_cents)} for the add-on`}
        {discount && `, ${discountText(discount)}`}. {basisText(estimate)} {estimate.warm_up_note}
      </p>
      {discount && <p className={classes.hint}>At most: {costText(cost.most)}.</p>}
      {welcome > 0 && (
        <p className={classes.hint}>
          We’ll take your {formatCents(welcome)} welcome credit off the first promotion we charge for. If your inviter
          or another invited author has used your card, we’ll review it first.
        </p>
      )}
      {credit > 0 && <p className={classes.hint}>{creditText(credit)}</p>}
    </>
  );
}

const creditText = (cents: number) =>
  `We’ll apply your ${formatCents(cents)} of credit first, unless an earlier invoice uses it.`;

function basisText({ basis, sample_size, readers, warm_up_readers, price_type }: Estimate) {
  const count = readers.toLocaleString('en-US');
  const deals = price_type === 'free' ? 'free deals' : 'discounted deals';
  const reached =
    warm_up_readers === null
      ? ''
      : ` That day’s newsletter reaches ${warm_up_readers.toLocaleString('en-US')} readers in all.`;
  return basis === 'history'
    ? `The middle half of ${sample_size} similar promotions would have cost between these amounts. ${count} readers get ${deals} in this category.${reached}`
    : `There aren’t enough similar promotions yet, so this estimate is based on the ${count} readers who get ${deals} in this category.${reached}`;
}

/** The prices of the chosen add-ons. The price of the top spot depends on the category. */
function useAddonCents({ addon_ids, category_id }: BookingValues) {
  const addons = useQuery(addonsQuery());
  const categories = useQuery(categoriesQuery());
  const category = categories.data?.find(({ id }) => String(id) === category_id);
  const chosen = addons.data?.filter(({ id }) => addon_ids.includes(id)) ?? [];
  return chosen.map(({ name, price_cents }) =>
    name === 'top_of_newsletter' ? (category?.top_of_newsletter_addon_cents ?? price_cents) : price_cents,
  );
}
