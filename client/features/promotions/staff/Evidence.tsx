import { NewsletterEntryPreview } from '#client/features/newsletters/NewsletterEntryPreview.tsx';
import { shortcutAttributes } from '#client/ui/app/keys.ts';
import { Button } from '#client/ui/Button.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Book } from '#shared/books.ts';
import { STORE_NAMES, STORE_URL_FIELDS, STORES } from '#shared/business.ts';
import { formatInstant } from '#shared/dates.ts';
import { listPriceOf } from '#shared/list-price.ts';
import { formatCents } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import classes from './Evidence.module.css';
import { entryVersions, fetchedText, missingPriceText, priceDifferenceText } from './evidence.ts';
import { Key } from './Key.tsx';

type Props = { promotion: Promotion; book: Book; isFetching: boolean; onRefresh: () => void };

/** Links to the book's store pages, and the claimed price beside the one at Amazon. */
export function StoreEvidence({ promotion, book, isFetching, onRefresh }: Props) {
  const listed = listPriceOf(book);
  const { now } = useShell();
  const difference = priceDifferenceText(promotion.current_price_cents, listed);
  return (
    <section aria-label="Stores and price">
      <ul className={classes.stores}>
        {STORES.map((store, index) => {
          const href = book[STORE_URL_FIELDS[store]];
          return (
            href && (
              <li key={store}>
                <a href={href} target="_blank" rel="noopener noreferrer">
                  <Key name={index + 1} /> {STORE_NAMES[store]}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>
                {book.dead_stores?.includes(store) && <span className={classes.problem}> doesn’t work</span>}
              </li>
            )
          );
        })}
      </ul>
      <div className={classes.price}>
        <p>
          Regular price: <strong>{formatCents(promotion.current_price_cents)}</strong> claimed,{' '}
          {listed === null ? missingPriceText(book) : <strong>{formatCents(listed)}</strong>}
          {listed !== null && ' at Amazon'}
          {book.store_data_fetched_at && (
            <span title={formatInstant(book.store_data_fetched_at)} className={classes.age}>
              {' '}
              ({fetchedText(book.store_data_fetched_at, now)})
            </span>
          )}
          {difference && <span className={classes.problem}> {difference}</span>}
        </p>
        {book.asin && (
          <Button {...shortcutAttributes('p')} look="quiet" busy={isFetching} onClick={onRefresh}>
            Fetch the price <Key name="p" />
          </Button>
        )}
      </div>
    </section>
  );
}

/**
 * The entry as the newsletter will show it once the promotion is approved. If the partner's changes after an approval
 * affect the entry, it's shown twice: as approved, and with the changes.
 */
export function EntryEvidence({ promotion, book }: Pick<Props, 'promotion' | 'book'>) {
  const [approved, proposed] = entryVersions(promotion, book);
  if (!proposed)
    return (
      <section aria-label="In the newsletter">
        <NewsletterEntryPreview deal={approved} />
      </section>
    );
  return (
    <div className={classes.versions}>
      <section>
        <h3>In the newsletter, as approved</h3>
        <NewsletterEntryPreview deal={approved} />
      </section>
      <section>
        <h3>In the newsletter, with the changes</h3>
        <NewsletterEntryPreview deal={proposed} />
      </section>
    </div>
  );
}
