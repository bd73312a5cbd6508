import { DateText } from '#client/ui/DateText.tsx';
import { dealEnds } from '#client/ui/deal-ends.ts';
import { Price } from '#client/ui/Price.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { Book } from '#shared/books.ts';
import { storeLinks } from '../store-links.ts';
import classes from './DealBox.module.css';

/** The running deal, if any, and the way to every store that has the book. */
export function DealBox({ book }: { book: Book }) {
  const today = calendarDay(useShell());
  const { deal } = book;
  return (
    <section className={classes.box} aria-label={deal ? 'The deal' : 'Stores'}>
      {deal ? (
        <>
          <Price {...deal} large />
          <p>
            <strong>{dealEnds(deal.deal_ends_on, today)}</strong>, <DateText date={deal.deal_ends_on} />
          </p>
        </>
      ) : (
        <p>No deal is running for this book today. The stores show their own price.</p>
      )}
      <ul className={classes.stores}>
        {storeLinks(book).map(({ store, name, href }) => (
          <li key={store}>
            <a href={href} rel="sponsored nofollow noopener" className={classes.store} data-first={deal !== null}>
              {deal ? `Get it at ${name}` : name}
            </a>
          </li>
        ))}
      </ul>
      {deal && (
        <p className={classes.note}>Prices can differ by country and may change; the store’s own price counts.</p>
      )}
    </section>
  );
}
