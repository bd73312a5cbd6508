import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardsQuery, updateExpiry, useMakeDefault, useRefreshCards, useRemoveCard } from '#client/api/billing.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { CreditCard } from '#shared/billing.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';
import { AddCard } from './AddCard.tsx';
import classes from './Billing.module.css';
import { cardName, cardProblem, expiryText } from './card-labels.ts';

export function CardsPanel() {
  const cards = useQuery(cardsQuery());
  return (
    <Panel
      title="Credit cards"
      lead="We won’t charge a card when you add it. We’ll charge your default card for your promotions."
    >
      <QueryBoundary query={cards} placeholder={<ListSkeleton rows={2} height={84} />}>
        {(data) => <Cards cards={data} />}
      </QueryBoundary>
    </Panel>
  );
}

function Cards({ cards }: { cards: readonly CreditCard[] }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      {cards.length === 0 && !isAdding && <p>No cards yet. You need one to book a promotion.</p>}
      {cards.length > 0 && (
        <ul className={classes.cardList} aria-label="Your cards">
          {cards.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <div className={classes.adding}>
          <AddCard onAdded={() => setIsAdding(false)} />
          <Button look="plain" onClick={() => setIsAdding(false)}>
            Cancel
          </Button>
        </div>
      ) : (
        <div>
          <Button onClick={() => setIsAdding(true)}>Add a card</Button>
        </div>
      )}
    </>
  );
}

function CardRow({ card }: { card: CreditCard }) {
  const [isEditing, setIsEditing] = useState(false);
  const problem = cardProblem(card, calendarDay(useShell()));
  return (
    <li className={classes.card} data-default={card.is_default}>
      <Row align="between">
        <Row>
          <strong>{cardName(card)}</strong>
          <span className={classes.expiry}>Expires {expiryText(card)}</span>
          {card.is_default && <span className={classes.default}>Default</span>}
          {problem && <span className={classes.cardProblem}>{problem}</span>}
        </Row>
        {!isEditing && <CardActions card={card} onEdit={() => setIsEditing(true)} />}
      </Row>
      {problem && !isEditing && (
        <p>
          We can’t charge this card.{' '}
          {card.is_refused
            ? 'Please add another card.'
            : 'If your bank sent a replacement, update the expiration date, or add another card.'}
        </p>
      )}
      {isEditing && <ExpiryForm card={card} onDone={() => setIsEditing(false)} />}
    </li>
  );
}

function CardActions({ card, onEdit }: { card: CreditCard; onEdit: () => void }) {
  const makeDefault = useMakeDefault();
  const remove = useRemoveCard();
  const askToRemove = () =>
    confirmDialog({
      title: 'Remove this card?',
      text: `We won’t charge ${cardName(card)} anymore.`,
      confirm: 'Remove card',
      onConfirm: () => remove.mutate(card.id),
    });
  return (
    <Row>
      {!card.is_default && (
        <Button look="quiet" busy={makeDefault.isPending} onClick={() => makeDefault.mutate(card.id)}>
          Make default
        </Button>
      )}
      <Button look="quiet" onClick={onEdit}>
        Update expiration date
      </Button>
      <Button look="danger" busy={remove.isPending} onClick={askToRemove}>
        Remove card
      </Button>
    </Row>
  );
}

const YEARS_AHEAD = 15;
const numberOption = (number: number) => ({ value: String(number), label: String(number) });
const MONTHS = Array.from({ length: 12 }, (_, month) => numberOption(month + 1));

/** The form for a card that the bank replaced with the same number and a new expiration date. */
function ExpiryForm({ card, onDone }: { card: CreditCard; onDone: () => void }) {
  const refreshCards = useRefreshCards();
  const thisYear = Number(calendarDay(useShell()).slice(0, 4));
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { exp_month: String(card.exp_month), exp_year: String(card.exp_year) },
    submit: ({ exp_month, exp_year }) =>
      updateExpiry(card.id, { exp_month: Number(exp_month), exp_year: Number(exp_year) }),
    success: SUCCESS_TEXTS.cardUpdated,
    onSuccess: () => {
      void refreshCards();
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} className={classes.expiryForm}>
      <SelectField label="Month" options={MONTHS} {...form.getInputProps('exp_month')} />
      <SelectField label="Year" options={yearsFrom(thisYear, card.exp_year)} {...form.getInputProps('exp_year')} />
      <Button type="submit" busy={busy}>
        Save expiration date
      </Button>
      <Button look="plain" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}

/** The years to choose from. An expired card's year comes first, so that the form can show it. */
function yearsFrom(thisYear: number, cardYear: number) {
  const first = Math.min(thisYear, cardYear);
  return Array.from({ length: thisYear + YEARS_AHEAD - first + 1 }, (_, year) => numberOption(first + year));
}
