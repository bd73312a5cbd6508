import { DataTable } from '#client/ui/DataTable.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import type { PastDeal } from '#shared/books.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import classes from './BookScreen.module.css';

/** What the book cost in the deals that are over. */
export function PriceHistory({ deals }: { deals: readonly PastDeal[] }) {
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby="price-history" className={classes.section}>
      <h2 id="price-history">Price history</h2>
      <DataTable
        caption="Earlier deals of this book here"
        head={['From', 'Until', 'Price', 'Usual price']}
        rows={deals.map((deal) => [
          <DateText key="from" date={deal.promotion_date} />,
          <DateText key="until" date={deal.deal_ends_on} />,
          formatDealPrice(deal.sale_price_cents),
          formatCents(deal.current_price_cents),
        ])}
      />
    </section>
  );
}
