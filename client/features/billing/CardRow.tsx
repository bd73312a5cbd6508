import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMakeDefault, useRemoveCard } from '#client/api/billing.ts';
import { askFirst } from '#client/ui/app/dialogs.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { CreditCard } from '#shared/billing.ts';
import classes from './CardsPanel.module.css';
import { cardName, cardProblem, expiryText } from './card-words.ts';
import { ExpiryForm } from './ExpiryForm.tsx';

export function CardRow({ card }: { card: CreditCard }) {
  const [isEditing, setIsEditing] = useState(false);
  const problem = cardProblem(card, calendarDay(useShell()));
  return (
    <li className={classes.card} data-default={card.is_default}>
      <div className={classes.head}>
        <div className={classes.name}>
          <strong>{cardName(card)}</strong>
          <span className={classes.expiry}>Expires {expiryText(card)}</span>
          {card.is_default && <span className={classes.default}>Default</span>}
          {problem && <span className={classes.problem}>{problem}</span>}
        </div>
        {!isEditing && <Actions card={card} onEdit={() => setIsEditing(true)} />}
      </div>
      {problem && !isEditing && (
        <p>It cannot be charged. Change its expiry if your bank sent a new one, or add another.</p>
      )}
      {isEditing && <ExpiryForm card={card} onDone={() => setIsEditing(false)} />}
    </li>
  );
}

function Actions({ card, onEdit }: { card: CreditCard; onEdit: () => void }) {
  const makeDefault = useMakeDefault();
  const remove = useRemoveCard();
  const askToRemove = () =>
    askFirst({
      title: 'Remove this card?',
      text: `${cardName(card)} will not be charged any more.`,
      confirm: 'Remove card',
      onConfirm: () => remove.mutate(card.id),
    });
  return (
    <div className={classes.actions}>
      {!card.is_default && (
        <Button variant="default" size="md" loading={makeDefault.isPending} onClick={() => makeDefault.mutate(card.id)}>
          Make default
        </Button>
      )}
      <Button variant="default" size="md" onClick={onEdit}>
        Change expiry
      </Button>
      <Button variant="subtle" color="red" size="md" loading={remove.isPending} onClick={askToRemove}>
        Remove
      </Button>
    </div>
  );
}
