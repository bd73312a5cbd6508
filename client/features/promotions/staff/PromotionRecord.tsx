import { useState } from 'react';
import { bookFacts } from '#client/features/books/book-facts.ts';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { bookedDate } from '../cutoff.ts';
import { PromotionTimeline } from '../PromotionTimeline.tsx';
import type { Decision } from './api.ts';
import { BookWords } from './BookWords.tsx';
import { ChargePanel } from './ChargePanel.tsx';
import { ClicksPanel } from './ClicksPanel.tsx';
import { Conversation } from './Conversation.tsx';
import { CorrectStoreLink } from './CorrectStoreLink.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { History } from './History.tsx';
import { LastPromotion } from './LastPromotion.tsx';
import { PromotionForm } from './PromotionForm.tsx';
import { PromotionHead } from './PromotionHead.tsx';
import classes from './PromotionRecord.module.css';
import { dealFacts, whenFacts } from './promotion-facts.ts';
import type { Asked } from './questions.ts';
import { RuleVerdicts } from './RuleVerdicts.tsx';
import { ThatDate } from './ThatDate.tsx';
import { type Decided, useDecisions } from './use-decisions.ts';
import { useHeld } from './use-held.ts';

const ACTORS = { partner: 'The partner', user: 'Staff', system: 'Deckle' };

export function PromotionRecord({ promotion }: { promotion: Promotion }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<Decided | null>(null);
  const decisions = useDecisions({ decided: setDone });
  const { held, hold, takeBack } = useHeld((decided) => decisions.mutateAsync(decided).catch(() => null));
  const decide = (decision: Decision) => {
    setAsked(null);
    if (decision.kind === 'charge') decisions.mutate({ promotion, decision });
    else hold({ promotion, decision });
  };
  const { book, actions, events = [] } = promotion;
  return (
    <>
      <PromotionHead promotion={promotion} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <DecisionPanel
            promotion={promotion}
            busy={decisions.isPending}
            held={held?.decision ?? null}
            onUndo={takeBack}
            onDecide={decide}
            onAsk={(question, date) => setAsked({ question, promotion, date })}
          />
          <ChargePanel promotion={promotion} busy={decisions.isPending} onCharge={() => decide({ kind: 'charge' })} />
          <Panel title="The deal">
            <FactList facts={dealFacts(promotion)} />
            <Conversation promotion={promotion} />
            <CorrectStoreLink promotion={promotion} />
            {book && <BookWords book={book} blurb={promotion.blurb_override} />}
          </Panel>
          {actions.includes('edit') && (
            <PromotionForm key={`${bookedDate(promotion)} ${promotion.category_id}`} promotion={promotion} />
          )}
          {promotion.sent_at && <ClicksPanel promotion={promotion} />}
          {book && (
            <Panel title="The book">
              <FactList facts={bookFacts(book)} />
            </Panel>
          )}
        </div>
        <div className={classes.column}>
          <Panel title="Dates and rules">
            <FactList facts={whenFacts(promotion)} />
            {actions.includes('approve') && <RuleVerdicts promotion={promotion} heading="h3" />}
            <ThatDate promotion={promotion} heading="h3" />
            <LastPromotion promotion={promotion} heading="h3" />
          </Panel>
          <Panel title="History">
            <History promotion={promotion} heading="h3" />
          </Panel>
          <Panel title="Time line">
            <PromotionTimeline events={events} actors={ACTORS} />
          </Panel>
        </div>
      </div>
      <DecisionDialog
        asked={asked}
        done={done}
        onDecide={(_same, decision) => decide(decision)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
