import { Button } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { Promotion } from '#shared/promotions.ts';
import type { Decision } from './api.ts';
import { ChangedAfterApproval } from './ChangedAfterApproval.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import classes from './DecisionPanel.module.css';
import { outcomeText } from './promotion-facts.ts';
import { ALLOWED_AS, HELD_WORDS, type Question } from './questions.ts';

type Props = {
  promotion: Promotion;
  busy: boolean;
  /** The decision that can still be undone. */
  held: Decision | null;
  onUndo: () => void;
  onDecide: (decision: Decision) => void;
  onAsk: (question: Question, date?: string) => void;
};

/** What may be decided now, or how it was decided. */
export function DecisionPanel({ promotion, busy, held, onUndo, onDecide, onAsk }: Props) {
  const [date, setDate] = useState('');
  const isOpen = promotion.actions.some((action) => DECISIONS.has(action));
  const outcome = outcomeText(promotion);
  if (!isOpen && !outcome) return null;
  if (held)
    return (
      <Panel title="Decision">
        <div className={classes.held}>
          <p role="status">
            {promotion.book?.title ?? 'It'} {HELD_WORDS[held.kind]} in a few seconds.
          </p>
          <Button variant="default" onClick={onUndo}>
            Undo
          </Button>
        </div>
      </Panel>
    );
  return (
    <Panel title="Decision">
      {outcome && <p>{outcome}</p>}
      <ChangedAfterApproval promotion={promotion} />
      <DecisionBar
        promotion={promotion}
        date={date}
        onDate={setDate}
        onApprove={() => onDecide({ kind: 'approve', body: date ? { promotion_date: date } : {} })}
        onAcceptChanges={() => onDecide({ kind: 'accept_changes', body: {} })}
        onAsk={(question) => onAsk(question, question === 'propose_date' ? date : undefined)}
        busy={busy}
      />
    </Panel>
  );
}

const DECISIONS = new Set(Object.values(ALLOWED_AS).filter((action) => action !== ALLOWED_AS.charge));
