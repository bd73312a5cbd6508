import { useEffect, useEffectEvent, useState } from 'react';
import type { Promotion } from '#shared/promotions.ts';
import type { Decision } from './api.ts';
import { approvalProblem } from './approval.ts';
import { isForeign } from './date-choices.ts';
import { ALLOWED_AS, type Asked, type Question } from './questions.ts';
import { areKeysOn, commandOf, type ReviewCommand } from './review-keys.ts';
import { neighbourOf, stepFrom, useReviewList } from './review-list.ts';
import type { ReviewSearch } from './review-search.ts';
import { type Decided, LEAVES, useDecisions } from './use-decisions.ts';
import { useHeld } from './use-held.ts';

export type Review = ReturnType<typeof useReview>;

/** The queue with its selected row, the open question, and the last result. */
export function useReview(search: ReviewSearch, { help }: { help: () => void }) {
  const list = useReviewList(search);
  const { total_count, isFetching, refetch } = list;
  /** Decided here: their rows are gone already, whether the server has heard of it or not. */
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const rows = list.rows.filter(({ id }) => !gone.has(id));
  const [selected, select] = useSelection(rows);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [dates, setDates] = useState<{ [id: number]: string }>({});
  const [refusals, setRefusals] = useState<{ [id: number]: string }>({});
  const [done, setDone] = useState<Decided | null>(null);
  const [undone, setUndone] = useState<Decided | null>(null);
  const comesBack = (id: number) => setGone((before) => new Set([...before].filter((other) => other !== id)));
  const decisions = useDecisions({
    decided: setDone,
    refused: ({ promotion }, message) => setRefusals((before) => ({ ...before, [promotion.id]: message })),
    over: ({ promotion }) => comesBack(promotion.id),
  });
  const { held, hold, whileUsed, takeBack } = useHeld((decided) => decisions.mutateAsync(decided).catch(() => null));

  const decide = (promotion: Promotion, decision: Decision) => {
    setAsked(null);
    setRefusals(({ [promotion.id]: _old, ...others }) => others);
    setUndone(null);
    if (!LEAVES.has(decision.kind)) return decisions.mutate({ promotion, decision });
    select(neighbourOf(rows, promotion.id));
    setGone((before) => new Set(before).add(promotion.id));
    hold({ promotion, decision });
  };
  const undo = () => {
    const taken = takeBack();
    if (!taken) return;
    setUndone(taken);
    comesBack(taken.promotion.id);
    select(taken.promotion.id);
  };
  const approve = (promotion: Promotion) => {
    const promotion_date = dates[promotion.id] ?? '';
    if (isForeign(promotion, promotion_date)) return ask('propose_date', promotion, promotion_date);
    if (approvalProblem(promotion)) return;
    decide(promotion, { kind: 'approve', body: promotion_date ? { promotion_date } : {} });
  };
  const acceptChanges = (promotion: Promotion) => decide(promotion, { kind: 'accept_changes', body: {} });
  const ask = (question: Question, promotion: Promotion, date?: string) =>
    setAsked({ question, promotion, ...(question === 'propose_date' ? { date } : {}) });

  const current = rows.find(({ id }) => id === selected) ?? null;
  const onCurrent = (action: string, act: (promotion: Promotion) => void) => () => {
    if (current?.actions.includes(action)) act(current);
  };
  const askFirstAllowed = (questions: readonly Question[]) => {
    const question = questions.find((kind) => current?.actions.includes(ALLOWED_AS[kind]));
    if (current && question) ask(question, current);
  };
  useReviewKeys({
    next: () => select(stepFrom(rows, selected, 1)),
    previous: () => select(stepFrom(rows, selected, -1)),
    approve: () => {
      onCurrent('approve', approve)();
      onCurrent('accept_changes', acceptChanges)();
    },
    reject: () => askFirstAllowed(['reject', 'keep_approved']),
    feedback: () => askFirstAllowed(['partner_feedback', 'ask_about_changes']),
    cancel: () => askFirstAllowed(['cancel', 'cancel_approved']),
    undo,
    help,
  });

  // Every row that was here is decided, and the server has more. While it works on a decision it would tell of that row too.
  const left = total_count - (list.rows.length - rows.length);
  const isAtWork = gone.size > (held ? 1 : 0);
  const startsAtTop = search.store_action === 'add' || search.page === 1;
  const isUsedUp = rows.length === 0 && left > 0 && startsAtTop && !isFetching && !isAtWork;
  useEffect(() => {
    if (isUsedUp) void refetch();
  }, [isUsedUp, refetch]);

  return {
    list: { ...list, rows, total_count: left },
    selected,
    select,
    asked,
    ask,
    closeDialog: () => setAsked(null),
    decide,
    approve,
    acceptChanges,
    dates,
    chooseDate: (id: number, date: string) => setDates((before) => ({ ...before, [id]: date })),
    refusals,
    done,
    undone,
    held,
    whileUsed,
    undo,
  };
}

/** The selected row: the first one until another is chosen, and never one that is gone. */
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

/** Runs the commands of the queue's keys while the screen is shown. */
function useReviewKeys(commands: Record<ReviewCommand, () => void>) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = areKeysOn() ? commandOf(event) : null;
    if (!command) return;
    event.preventDefault();
    commands[command]();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
