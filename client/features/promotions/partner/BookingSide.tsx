import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cardsQuery } from '#client/api/billing.ts';
import { Link } from '#client/app/router.ts';
import { AddCard } from '#client/features/billing/AddCard.tsx';
import { canPay } from '#client/features/billing/card-words.ts';
import { NewsletterPreview } from '#client/features/newsletters/NewsletterPreview.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import classes from './BookingFields.module.css';
import type { BookingValues } from './booking-form.ts';
import { EstimatePanel } from './EstimatePanel.tsx';
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
