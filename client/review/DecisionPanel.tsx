import { useState } from 'react';
import { Panel } from '#client/partners/parts/Panel.tsx';
import type { Promotion } from '#shared/promotions.ts';
import type { Decision } from './api.ts';
import { ChangedAfterApproval } from './ChangedAfterApproval.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { outcomeText } from './promotion-facts.ts';
import { ALLOWED_AS, type Question } from './questions.ts';

type Props = {
  promotion: Promotion;
  busy: boolean;
  onDecide: (decision: Decision) => void;
  onAsk: (question: Question) => void;
};

/** What may be decided now, or how it was decided. */
export function DecisionPanel({ promotion, busy, onDecide, onAsk }: Props) {
  const [date, setDate] = useState('');
  const isOpen = promotion.actions.some((action) => DECISIONS.has(action));
  const outcome = outcomeText(promotion);
  if (!isOpen && !outcome) return null;
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
        onAsk={onAsk}
        busy={busy}
      />
    </Panel>
  );
}

const DECISIONS = new Set(Object.values(ALLOWED_AS).filter((action) => action !== ALLOWED_AS.charge));
