import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardsQuery } from '#client/api/billing.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import type { CreditCard } from '#shared/billing.ts';
import { AddCard } from './AddCard.tsx';
import { CardRow } from './CardRow.tsx';
import classes from './CardsPanel.module.css';

export function CardsPanel() {
  const cards = useQuery(cardsQuery());
  return (
    <Panel
      title="Credit cards"
      lead="Nothing is charged when you add a card. The default card pays for your promotions."
    >
      <Loaded query={cards} waiting={<ListSkeleton rows={2} height={84} />}>
        {(found) => <Cards cards={found} />}
      </Loaded>
    </Panel>
  );
}

function Cards({ cards }: { cards: readonly CreditCard[] }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      {cards.length === 0 && !isAdding && <p>There is no card yet. You need one before you can book a promotion.</p>}
      {cards.length > 0 && (
        <ul className={classes.list} aria-label="Your cards">
          {cards.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <div className={classes.adding}>
          <AddCard onAdded={() => setIsAdding(false)} />
          <Button variant="subtle" size="md" onClick={() => setIsAdding(false)}>
            Not now
          </Button>
        </div>
      ) : (
        <div>
          <Button size="md" leftSection={<IconPlus size={18} />} onClick={() => setIsAdding(true)}>
            Add a card
          </Button>
        </div>
      )}
    </>
  );
}
