import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '#client/session/SessionContext.tsx';
import type { Promotion } from '#shared/promotions.ts';
import type { Decision } from './api.ts';
import { takenOverText } from './bulk.ts';
import { ACTION_OF, type FormDecision, type OpenDecisionForm } from './decision-forms.ts';
import { type DecisionOutcome, useRecentDecisions } from './recent-decisions.ts';
import { type PendingDecision, UNCERTAIN_TEXT, useDecisions } from './use-decisions.ts';
import { useHeldDecision } from './use-held-decision.ts';
import { useListRefresh } from './use-list-refresh.ts';
import { TAKE_OVER_ID, TAKE_OVER_IN_FORM_ID, useLiveQueue } from './use-live-queue.ts';

/** Decisions on a promotion's own page, with the other editors who look at it. */
export function useRecordReview(promotion: Promotion) {
  const { id } = promotion;
  const [openForm, setOpenForm] = useState<OpenDecisionForm | null>(null);
  const [done, setDone] = useState<PendingDecision | null>(null);
  const [refusal, setRefusal] = useState<{ promotion: Promotion; text: string } | null>(null);
  const [claimed, claim] = useState<number | null>(null);
  const recent = useRecentDecisions(useSession().user.record?.id);
  const recordOutcome = ({ promotion, decision: { kind } }: PendingDecision, outcome: DecisionOutcome) =>
    recent.end({ promotion, kind }, outcome);
  const decisions = useDecisions({
    decided(decided) {
      setRefusal(null);
      setDone(decided);
      recordOutcome(decided, 'done');
    },
    refused(decided, text, current) {
      setRefusal({ promotion: current ?? { ...promotion, last_event: undefined }, text });
      recordOutcome(decided, { refusal: text });
    },
    uncertain(decided) {
      setRefusal({ promotion: { ...promotion, last_event: undefined }, text: UNCERTAIN_TEXT });
      recordOutcome(decided, 'unknown');
    },
  });
  const { staged, endsAt, stage, chooseUndoSeconds, pauseHandlers, recallDecision } = useHeldDecision(
    (decided: PendingDecision) => decisions.mutateAsync(decided).catch(() => null),
  );
  const refresh = useListRefresh();
  const team = useLiveQueue({
    promotion_id: id,
    deciding: openForm || staged || claimed === id ? [id] : [],
    onChanged: (changed) => void refresh(changed ? changed.map(({ promotion_id }) => promotion_id) : [id]),
  });
  const decider = team.deciderOf(id);
  const withdraw = useEffectEvent(() => {
    const decided = decider && recallDecision();
    if (!decided) return;
    const text = takenOverText(decider.name);
    recordOutcome(decided, { refusal: text });
    setRefusal({ promotion: { ...promotion, last_event: undefined }, text });
  });
  const decider_id = decider?.user_id;
  useEffect(() => {
    if (decider_id !== undefined) withdraw();
  }, [decider_id]);

  /** If another editor has claimed the promotion, focuses the button that takes it over, and returns true. */
  const blockIfClaimed = () => {
    if (!decider) return false;
    (document.getElementById(TAKE_OVER_IN_FORM_ID) ?? document.getElementById(TAKE_OVER_ID))?.focus();
    return true;
  };
  const isOutdated = openForm !== null && !promotion.actions.includes(ACTION_OF[openForm.kind]);
  return {
    openForm,
    done,
    staged,
    endsAt,
    refusal,
    team,
    isClaimed: claimed === id,
    claim,
    takeOver(id: number) {
      claim(id);
      team.takeOver(id);
    },
    /** The promotion, if it no longer allows the open form's decision. */
    departed: isOutdated ? promotion : null,
    isSending: decisions.isPending,
    ask(kind: FormDecision, date?: string) {
      if (!blockIfClaimed()) setOpenForm({ kind, promotion, date });
    },
    closeDialog: () => setOpenForm(null),
    decide(decision: Decision) {
      if (blockIfClaimed()) return;
      setOpenForm(null);
      setRefusal(null);
      recent.add({ promotion, kind: decision.kind });
      if (decision.kind === 'charge') decisions.mutate({ promotion, decision });
      else stage({ promotion, decision });
    },
    chooseUndoSeconds,
    undo: {
      onClick() {
        const decided = recallDecision();
        if (decided) recordOutcome(decided, 'undone');
      },
      ...pauseHandlers,
    },
  };
}
