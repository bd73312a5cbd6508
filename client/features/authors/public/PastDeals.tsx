import { Link } from '#client/app/router.ts';
import { DataTable } from '#client/ui/DataTable.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import type { AuthorPastDeal } from '#shared/authors.ts';
import { formatDealPrice } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';

/** The author's deals that are over; those that run are marked at the books. */
export function PastDeals({ deals, name }: { deals: readonly AuthorPastDeal[]; name: string }) {
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby="past-deals">
      <h2 id="past-deals">Earlier deals</h2>
      <DataTable
        caption={`What books by ${name} have cost here`}
        head={['Book', 'From', 'Until', 'Price']}
        rows={deals.map(({ promotion_id, book, promotion_date, deal_ends_on, sale_price_cents }) => [
          <Link key={promotion_id} to={paths.book(book)}>
            {book.title}
          </Link>,
          <DateText key="from" date={promotion_date} />,
          <DateText key="until" date={deal_ends_on} />,
          formatDealPrice(sale_price_cents),
        ])}
      />
    </section>
  );
}
