import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cardsQuery } from '#client/api/billing.ts';
import { Link } from '#client/app/router.ts';
import { AddCard } from '#client/features/billing/AddCard.tsx';
import { canPay } from '#client/features/billing/card-words.ts';
import { NewsletterPreview } from '#client/features/newsletters/NewsletterPreview.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { Book } from '#shared/books.ts';
import type { DiscountTerms } from '#shared/discounts.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Estimate } from '#shared/promotions.ts';
import classes from './BookingFields.module.css';
import { addonsQuery, categoriesQuery, estimateQuery, useDiscount } from './booking-api.ts';
import { type BookingValues, discountText, estimatedCost, typicalText } from './booking-form.ts';
import { RulesPanel } from './RulesPanel.tsx';

type Props = { values: BookingValues; book: Book | undefined; children: ReactNode };

/** What the form means so far: the card, the cost, the rules, the entry; and the way to submit. */
export const BookingSide = ({ values, book, children }: Props) => (
  <div className={classes.side}>
    <CardNeeded />
    <EstimatePanel values={values} />
    {book && book.status !== 'active' && (
      <Alert kind="warning">
        This book is not active. <Link to={paths.partnerBookEdit(book.id)}>Set it to active</Link> first.
      </Alert>
    )}
    <RulesPanel values={values} />
    {book && (
      <Panel title="In the newsletter">
        {values.sale_price_cents === '' ? (
          <p>Choose a deal price to see the entry.</p>
        ) : (
          <NewsletterPreview deal={previewOf(values, book)} />
        )}
      </Panel>
    )}
    {children}
  </div>
);

/** Added right here, so that nothing typed is lost. */
function CardNeeded() {
  const today = calendarDay(useShell());
  const { data: cards } = useQuery(cardsQuery());
  if (!cards || canPay(cards, today)) return null;
  return (
    <Panel
      title="Add a card first"
      tone="alert"
      lead="A promotion needs a valid card. Nothing is charged until 72 hours after the newsletter."
    >
      <AddCard onAdded={() => undefined} />
    </Panel>
  );
}

const previewOf = (values: BookingValues, book: Book) => ({
  ...book,
  blurb: values.blurb_override || book.blurb,
  sale_price_cents: Number(values.sale_price_cents),
  current_price_cents: Number(values.current_price_cents),
  is_top: values.addon_ids.length > 0,
});

/** 'At most $60.00, typically $20.25 to $25.20', from what comparable promotions brought. */
function EstimatePanel({ values }: { values: BookingValues }) {
  const { category_id, sale_price_cents } = values;
  const price_type = sale_price_cents === 0 ? 'free' : 'discounted';
  const isKnown = category_id !== '' && sale_price_cents !== '';
  const estimate = useQuery(estimateQuery(isKnown ? { category_id: Number(category_id), price_type } : null));
  const addon_cents = useAddonCents(values);
  const discount = useDiscount(values).data ?? null;
  if (!isKnown) {
    return (
      <Panel title="What it costs">
        <p>Never more than $60.00. Choose a category and a deal price to see what is typical.</p>
      </Panel>
    );
  }
  return (
    <Panel title="What it costs">
      <Loaded query={estimate} waiting={<Skeleton height={120} />}>
        {(found) => <Cost estimate={found} addon_cents={addon_cents} discount={discount} />}
      </Loaded>
    </Panel>
  );
}

type CostProps = { estimate: Estimate; addon_cents: number; discount: DiscountTerms | null };

function Cost({ estimate, addon_cents, discount }: CostProps) {
  const cost = estimatedCost(estimate, addon_cents, discount);
  return (
    <>
      <p className={classes.price} role="status">
        At most {formatCents(cost.most_cents)}, {typicalText(cost)}
      </p>
      <p className={classes.hint}>
        {formatCents(estimate.cpc_cents)} per billable click
        {addon_cents > 0 && `, ${formatCents(addon_cents)} for the add-on`}
        {discount && `, ${discountText(discount)}`}. {basisText(estimate)}
      </p>
    </>
  );
}

const basisText = ({ basis, sample_size, readers }: Estimate) =>
  basis === 'history'
    ? `Typical is the middle half of ${sample_size} comparable promotions. ${readers.toLocaleString('en-US')} readers get this category.`
    : `There are too few comparable promotions yet, so this is reckoned from the category's ${readers.toLocaleString('en-US')} readers.`;

/** The top place costs what its category says. */
function useAddonCents({ addon_ids, category_id }: BookingValues) {
  const addons = useQuery(addonsQuery());
  const categories = useQuery(categoriesQuery());
  const category = categories.data?.find(({ id }) => String(id) === category_id);
  const chosen = addons.data?.filter(({ id }) => addon_ids.includes(id)) ?? [];
  return chosen.reduce(
    (sum, { name, price_cents }) =>
      sum + (name === 'top_of_newsletter' ? (category?.top_of_newsletter_addon_cents ?? price_cents) : price_cents),
    0,
  );
}
