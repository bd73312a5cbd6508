import { useEffect, useState } from 'react';
import type { Promotion } from '#shared/promotions.ts';
import type { Decision } from './api.ts';
import { ALLOWED_AS, type Asked, type Question } from './questions.ts';
import { neighbourOf, stepFrom } from './review-list.ts';
import type { ReviewSearch } from './review-search.ts';
import { type Decided, useDecisions } from './use-decisions.ts';
import { useReviewKeys } from './use-review-keys.ts';
import { useReviewList } from './use-review-list.ts';

export type Review = ReturnType<typeof useReview>;

/** The queue with its selected row, the open question, and what the server said last. */
export function useReview(search: ReviewSearch, { help }: { help: () => void }) {
  const list = useReviewList(search);
  const { rows, total_count, isFetching, refetch } = list;
  const [selected, select] = useSelection(rows);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [dates, setDates] = useState<{ [id: number]: string }>({});
  const [refusals, setRefusals] = useState<{ [id: number]: string }>({});
  const [done, setDone] = useState<Decided | null>(null);
  const decisions = useDecisions({
    decided: setDone,
    refused: ({ promotion }, message) => setRefusals((before) => ({ ...before, [promotion.id]: message })),
  });

  const decide = (promotion: Promotion, decision: Decision) => {
    setAsked(null);
    setRefusals(({ [promotion.id]: _old, ...others }) => others);
    if (decision.kind !== 'cancel_approved') select(neighbourOf(rows, promotion.id));
    decisions.mutate({ promotion, decision });
  };
  const approve = (promotion: Promotion) => {
    const promotion_date = dates[promotion.id];
    decide(promotion, { kind: 'approve', body: promotion_date ? { promotion_date } : {} });
  };
  const ask = (question: Question, promotion: Promotion) => setAsked({ question, promotion });

  const current = rows.find(({ id }) => id === selected) ?? null;
  const onCurrent = (action: string, act: (promotion: Promotion) => void) => () => {
    if (current?.actions.includes(action)) act(current);
  };
  useReviewKeys({
    next: () => select(stepFrom(rows, selected, 1)),
    previous: () => select(stepFrom(rows, selected, -1)),
    approve: onCurrent('approve', approve),
    reject: onCurrent('reject', (promotion) => ask('reject', promotion)),
    feedback: onCurrent('ask_feedback', (promotion) => ask('partner_feedback', promotion)),
    cancel: () => {
      const question = (['cancel', 'cancel_approved'] as const).find((kind) =>
        current?.actions.includes(ALLOWED_AS[kind]),
      );
      if (current && question) ask(question, current);
    },
    help,
  });

  // Every row that was here is decided, and the server has more.
  const isUsedUp = rows.length === 0 && total_count > 0 && !isFetching && !decisions.isPending;
  useEffect(() => {
    if (isUsedUp) void refetch();
  }, [isUsedUp, refetch]);

  return {
    list,
    selected,
    select,
    asked,
    ask,
    closeDialog: () => setAsked(null),
    decide,
    approve,
    dates,
    chooseDate: (id: number, date: string) => setDates((before) => ({ ...before, [id]: date })),
    refusals,
    done,
  };
}

/** The selected row; the first one until somebody chooses, and none that is no longer there. */
function useSelection(rows: readonly Promotion[]) {
  const [chosen, choose] = useState<number | null>(null);
  const selected = rows.some(({ id }) => id === chosen) ? chosen : (rows[0]?.id ?? null);
  const [focused, setFocused] = useState<number | null>(null);
  useEffect(() => {
    if (focused === null) return;
    document.getElementById(rowId(focused))?.focus();
    setFocused(null);
  }, [focused]);
  const select = (id: number | null) => {
    choose(id);
    setFocused(id);
  };
  return [selected, select] as const;
}

export const rowId = (id: number) => `promotion-${id}`;
