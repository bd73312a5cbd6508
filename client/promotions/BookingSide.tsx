import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AddCard } from '#client/billing/AddCard.tsx';
import { cardsQuery } from '#client/billing/api.ts';
import { canPay } from '#client/billing/card-words.ts';
import { Panel } from '#client/partners/parts/Panel.tsx';
import { Link } from '#client/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import classes from './BookingFields.module.css';
import type { BookingValues } from './booking-form.ts';
import { EstimatePanel } from './EstimatePanel.tsx';
import { NewsletterPreview } from './NewsletterPreview.tsx';
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
