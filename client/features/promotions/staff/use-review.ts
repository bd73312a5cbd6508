import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { tabStore } from '#client/api/stored.ts';
import { useLocation, useNavigate } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { pressCommand, useKeys } from '#client/ui/app/keys.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { STORE_URL_FIELDS, STORES, type Store } from '#shared/business.ts';
import { MAX_BULK_DECISIONS, type Promotion } from '#shared/promotions.ts';
import { type BulkChoice, type Decision, decideMany, fetchPromotionWithLastEvent } from './api.ts';
import { approvalProblem } from './approval.ts';
import {
  type BulkReport,
  bulkChoiceOf,
  isForBulk,
  isReady,
  meetsAllRules,
  type PendingBulk,
  pendingBulk,
  pendingKind,
  reportText,
  takenOverText,
  withoutTakenOver,
} from './bulk.ts';
import { canCharge, confirmCharge, noCardToChargeText } from './confirm-charge.ts';
import { isUnrequested } from './date-choices.ts';
import { ACTION_OF, type BulkFormDecision, type FormDecision, type OpenDecisionForm } from './decision-forms.ts';
import { createPendingWork } from './pending-work.ts';
import { slotsQuery } from './ReviewContext.tsx';
import { type DecisionOutcome, useRecentDecisions } from './recent-decisions.ts';
import { REVIEW_KEYS } from './review-keys.ts';
import { neighborOf, REVIEW_LISTS, rowsOf, stepFrom, useReviewList } from './review-list.ts';
import { type ReviewSearch, reviewSearchText } from './review-search.ts';
import { UndoTimeChoice } from './UndoTimeChoice.tsx';
import { useApprovalWarning } from './use-approval-warning.ts';
import {
  departedKey,
  invalidateRelated,
  isRefusal,
  LOADED_LISTS,
  messageOf,
  type PendingDecision,
  REMOVES_FROM_LIST,
  removeFromLists,
  useDecisions,
} from './use-decisions.ts';
import { useHeldDecision } from './use-held-decision.ts';
import { useListRefresh } from './use-list-refresh.ts';
import { DETAILS_ID, TAKE_OVER_ID, TAKE_OVER_IN_FORM_ID, useLiveQueue } from './use-live-queue.ts';
import { useRefreshPrice } from './use-refresh-price.ts';
import { useRowSelection } from './use-row-selection.ts';
import { changesProblem } from './verdict.ts';

export type Review = ReturnType<typeof useReview>;

/** The queue with its selected row, the open decision form, and the last result. */
export function useReview(search: ReviewSearch) {
  const list = useReviewList(search);
  const { total_count, isFetching, refetch } = list;
  /** Promotions with a held or pending decision that removes them from the list. Their rows are hidden already. */
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<number>>(new Set());
  const listed = list.rows.filter(({ id }) => !hiddenIds.has(id));
  const { rows, selected, departed, select, hasChosen } = useSelection(listed, {
    list: list.isPlaceholderData ? null : reviewSearchText(search),
    hiddenIds,
  });
  const [openForm, setOpenForm] = useState<OpenDecisionForm | null>(null);
  const pendingWork = useState(createPendingWork)[0];
  // Must come before the effect that sends a held decision when the editor leaves.
  useEffect(() => pendingWork.start(), [pendingWork]);
  /** Shows the row as selected first, and then does the work that selects it. */
  const selectFirst = (id: number | null, work: () => void) => {
    const row = rows.find((one) => one.id === id);
    if (!row || id === selected || openForm) return work();
    paintSelected(row);
    pendingWork.add(work);
  };
  const [dates, setDates] = useState<{ [id: number]: string }>({});
  const [refusals, setRefusals] = useState<Refusals>({});
  const [done, setDone] = useState<PendingDecision | null>(null);
  const [undone, setUndone] = useState<PendingDecision | null>(null);
  const [refused, setRefused] = useState<PendingDecision | null>(null);
  /** A decision whose response was lost. */
  const [uncertain, setUncertain] = useState<PendingDecision | null>(null);
  const [claimed, claim] = useState<number | null>(null);
  const restoreToList = (id: number) => setHiddenIds((before) => new Set([...before].filter((other) => other !== id)));
  const own_id = useSession().user.record?.id;
  const recent = useRecentDecisions(own_id);
  const recordOutcome = ({ promotion, decision: { kind } }: PendingDecision, outcome: DecisionOutcome) =>
    recent.end({ promotion, kind }, outcome);
  const recordBulkOutcome = (pending: PendingBulk, outcome: DecisionOutcome) => {
    for (const promotion of pending.promotions)
      recent.end({ promotion, kind: pendingKind(pending, promotion) }, outcome);
  };
  /** Promotions that this tab has decided individually since the page was opened. */
  const decidedHere = useRef(new Set<number>());
  const addRefusals = (refused: readonly { promotion: Promotion; reason: string | null }[]) => {
    const added = refused.map(({ promotion, reason }) => [
      promotion.id,
      { text: reason ?? '', version: versionOf(promotion) },
    ]);
    setRefusals((before) => ({ ...before, ...Object.fromEntries(added) }));
  };
  const endRefusal = useEffectEvent((id: number) => {
    if (refusals[id]) setRefusals(({ [id]: _shown, ...others }) => others);
  });
  useEffect(() => {
    if (selected !== null) return () => endRefusal(selected);
  }, [selected]);
  function refuse(decided: PendingDecision, message: string, current?: Promotion) {
    const promotion = { ...decided.promotion, ...current };
    setUncertain(null);
    setRefused({ ...decided, promotion });
    addRefusals([{ promotion, reason: message }]);
    recordOutcome(decided, { refusal: message });
  }
  const decisions = useDecisions({
    decided: (decided) => {
      setUncertain(null);
      setRefused(null);
      setDone(decided);
      recordOutcome(decided, 'done');
    },
    refused: refuse,
    uncertain: (decided) => {
      setUncertain(decided);
      recordOutcome(decided, 'unknown');
    },
    finished: ({ promotion }) => restoreToList(promotion.id),
  });
  const rowSelection = useRowSelection(rows);
  const [report, setReport] = useState<BulkReport | null>(null);
  const [undoneBulk, setUndoneBulk] = useState<PendingBulk | null>(null);
  /** Selecting rows ends the display of an undone bulk decision, as do another search and the next decision. */
  const selection: typeof rowSelection = {
    ...rowSelection,
    toggle(...change) {
      setUndoneBulk(null);
      rowSelection.toggle(...change);
    },
    set(chosen) {
      setUndoneBulk(null);
      rowSelection.set(chosen);
    },
  };
  const searched = reviewSearchText(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search ends the display
  useEffect(() => () => setUndoneBulk(null), [searched]);
  const sendMany = useSendMany();
  const reportBulk = (report: BulkReport) => {
    setReport(report);
    const refused = report.rows.filter(({ outcome }) => outcome === 'refused');
    addRefusals(refused);
  };
  const sendBulk = async (pending: PendingBulk) => {
    const report = await sendMany(pending);
    // Skipped rows aren't among the recent decisions.
    const sent = report.rows.filter((row) => !pending.skipped.includes(row));
    for (const { promotion, outcome, reason } of sent) {
      const decided = { promotion, kind: pendingKind(pending, promotion) };
      if (outcome === 'refused') recent.end(decided, { refusal: reason ?? '' });
      else if (outcome === 'unknown') recent.end(decided, 'unknown');
      else recent.end(decided, 'done', KIND_OF_OUTCOME[outcome]);
    }
    reportBulk(report);
    for (const { id } of pending.promotions) restoreToList(id);
  };
  const { endsAt, chooseUndoSeconds, stage, replace, pauseHandlers, recallDecision, ...heldDecision } = useHeldDecision(
    (held: PendingDecision | PendingBulk) =>
      isBulk(held) ? sendBulk(held) : decisions.mutateAsync(held).catch(() => null),
  );
  const heldBulk = heldDecision.staged && isBulk(heldDecision.staged) ? heldDecision.staged : null;
  const staged = heldDecision.staged && !isBulk(heldDecision.staged) ? heldDecision.staged : null;

  const refresh = useListRefresh();
  const team = useLiveQueue({
    promotion_id: selected,
    deciding: [
      ...new Set([
        ...[openForm?.promotion.id, staged?.promotion.id, claimed === selected ? claimed : null],
        ...(heldBulk?.promotions ?? []).map(({ id }) => id),
      ]),
    ]
      .filter((id) => id != null)
      .slice(0, MAX_CLAIMS),
    onChanged(changed) {
      // The lists already have this tab's own decisions.
      const ids = changed?.filter(
        ({ promotion_id, user_id }) => user_id !== own_id || !decidedHere.current.has(promotion_id),
      );
      if (!ids || ids.length > 0) refresh(ids?.map(({ promotion_id }) => promotion_id));
    },
  });
  const held = staged ? [staged.promotion] : (heldBulk?.promotions ?? []);
  const takenOverId = held.find(({ id }) => team.deciderOf(id))?.id;
  const withdraw = useEffectEvent((id: number) => {
    const name = team.deciderOf(id)?.name ?? 'Another editor';
    restoreToList(id);
    if (heldBulk) {
      const rest = withoutTakenOver(heldBulk, id, name);
      const takenOver = heldBulk.promotions.find((one) => one.id === id)!;
      recent.end({ promotion: takenOver, kind: pendingKind(heldBulk, takenOver) }, { refusal: takenOverText(name) });
      if (rest.promotions.length) return replace(rest);
      recallDecision();
      return reportBulk({ choice: rest.choice, rows: rest.skipped });
    }
    const decided = recallDecision();
    if (decided && !isBulk(decided)) refuse(decided, takenOverText(name));
  });
  useEffect(() => {
    if (takenOverId !== undefined) withdraw(takenOverId);
  }, [takenOverId]);
  /** If another editor has claimed the promotion, shows how to take it over, and returns true. */
  const blockIfClaimed = (id: number) => {
    const decider = team.deciderOf(id);
    if (!decider) return false;
    const button =
      document.getElementById(TAKE_OVER_IN_FORM_ID) ?? (id === selected && document.getElementById(TAKE_OVER_ID));
    if (button) button.focus();
    else notify.info(`${decider.name} is deciding on this promotion. Open it to take over.`);
    return true;
  };

  function startDecision(promotions: readonly Promotion[]) {
    setOpenForm(null);
    setRefused(null);
    setUncertain(null);
    const ids = new Set(promotions.map(({ id }) => String(id)));
    setRefusals((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.has(id))));
    setUndone(null);
    setUndoneBulk(null);
  }
  const decideBulk = (promotions: readonly Promotion[], choice: BulkChoice) => {
    const pending = pendingBulk(promotions, choice, dates, team.deciderOf);
    startDecision(promotions);
    setDone(null);
    if (!pending.promotions.length) return reportBulk({ choice, rows: pending.skipped });
    selection.set([]);
    setReport(null);
    recent.add(...pending.promotions.map((promotion) => ({ promotion, kind: pendingKind(pending, promotion) })));
    const ids = new Set(pending.promotions.map(({ id }) => id));
    // Selects the same row if it stays, or else the next row that stays, or else the nearest earlier one.
    const from = rows.findIndex(({ id }) => id === selected);
    const stays = [...rows.slice(from), ...rows.slice(0, Math.max(0, from)).reverse()].find(({ id }) => !ids.has(id));
    select(stays?.id ?? null);
    setHiddenIds((before) => new Set([...before, ...ids]));
    stage(pending);
  };
  const askBulk = (kind: BulkFormDecision) => {
    const [promotion] = selection.selectedRows;
    if (promotion) setOpenForm({ kind, promotion, bulk: selection.selectedRows });
  };
  const decide = (promotion: Promotion, decision: Decision) => {
    if (blockIfClaimed(promotion.id)) return;
    const next = REMOVES_FROM_LIST.has(decision.kind) ? neighborOf(rows, promotion.id) : selected;
    selectFirst(next, () => {
      startDecision([promotion]);
      recent.add({ promotion, kind: decision.kind });
      decidedHere.current.add(promotion.id);
      if (!REMOVES_FROM_LIST.has(decision.kind)) return decisions.mutate({ promotion, decision });
      select(next);
      setHiddenIds((before) => new Set(before).add(promotion.id));
      stage({ promotion, decision });
    });
  };
  const undo = () => {
    const lastDecision = recallDecision();
    if (!lastDecision) return;
    if (isBulk(lastDecision)) {
      setUndoneBulk(lastDecision);
      recordBulkOutcome(lastDecision, 'undone');
      for (const { id } of lastDecision.promotions) restoreToList(id);
      return rowSelection.set([...lastDecision.promotions, ...lastDecision.skipped.map(({ promotion }) => promotion)]);
    }
    setUndone(lastDecision);
    recordOutcome(lastDecision, 'undone');
    restoreToList(lastDecision.promotion.id);
    select(lastDecision.promotion.id);
  };
  const queryClient = useQueryClient();
  const shell = useShell();
  const { business_date } = shell;
  const approvalWarning = useApprovalWarning();
  const clearWarning = useEffectEvent(approvalWarning.clear);
  useEffect(() => {
    if (selected !== null) return () => clearWarning();
  }, [selected]);
  const approve = (promotion: Promotion) => {
    const promotion_date = dates[promotion.id] ?? '';
    if (isUnrequested(promotion, promotion_date)) return ask('propose_date', promotion, promotion_date);
    const { queryKey } = slotsQuery(promotion, business_date);
    const problem = approvalProblem(promotion, queryClient.getQueryData(queryKey) ?? [], promotion_date);
    if (problem) return notify.info(problem);
    if (approvalWarning.warn(promotion, promotion_date)) return panes.isListAlone() ? open(promotion.id) : undefined;
    decide(promotion, { kind: 'approve', body: promotion_date ? { promotion_date } : {} });
  };
  const today = calendarDay(shell);
  const charge = (promotion: Promotion) =>
    blockIfClaimed(promotion.id) ||
    confirmCharge(promotion, today, () => {
      decide(promotion, { kind: 'charge' });
      // Moves the focus from the closed dialog to the row.
      select(promotion.id);
    });
  const acceptChanges = (promotion: Promotion) => decide(promotion, { kind: 'accept_changes', body: {} });
  const ask = (kind: FormDecision, promotion: Promotion, date?: string) =>
    blockIfClaimed(promotion.id) || setOpenForm({ kind, promotion, ...(kind === 'propose_date' ? { date } : {}) });
  /** Asks for the message of a reopening, if it's still possible. */
  async function reopen(id: number) {
    const promotion = await fetchPromotionWithLastEvent(id).catch(() => null);
    if (!promotion) return notify.error('The promotion didn’t load. Please try again.');
    if (promotion.actions.includes(ACTION_OF.reopen)) return ask('reopen', promotion);
    notify.info(`You can’t reopen this promotion. Its status is “${promotion.display_status}”.`);
  }

  const record = useQuery({
    queryKey: departedKey(departed?.id ?? 0),
    queryFn: () => fetchPromotionWithLastEvent(departed!.id),
    enabled: departed !== null,
    staleTime: 0,
    meta: { silent: true },
  }).data;
  const row = rows.find(({ id }) => id === selected) ?? null;
  const current = row && departed ? { ...row, ...record } : row;
  const price = useRefreshPrice();
  // After Back or a reload, the first row may not be the one that was open, so the details stay closed until a row is
  // chosen or restored.
  const panes = usePanes(hasChosen ? selected : null);
  const open = (id: number, { withFocus = false } = {}) => {
    select(id, withFocus ? DETAILS_TITLE_ID : undefined);
    panes.openDetails();
  };
  /** Goes back from the details to their row. */
  const backToRow = () => (panes.pane === 'details' ? panes.backToList() : select(selected));
  const onCurrent = (action: string, act: (promotion: Promotion) => void) => () => {
    if (current?.actions.includes(action)) act(current);
  };
  const askFirstAllowed = (kinds: readonly FormDecision[]) => {
    const allowed = kinds.find((kind) => current?.actions.includes(ACTION_OF[kind]));
    if (current && allowed) ask(allowed, current);
  };
  /** The last row's id, after the editor has stepped past it to rows that have yet to load. */
  const [steppedFrom, setSteppedFrom] = useState<number | null>(null);
  const step = (by: 1 | -1) => {
    const id = stepFrom(rows, selected, by);
    if (by === 1 && id === selected && list.hasNextPage) {
      setSteppedFrom(id);
      if (!list.isFetchingNextPage) void list.fetchNextPage();
    }
    selectFirst(id, () => select(id));
  };
  const stepOn = useEffectEvent((from: number) => {
    if (from === selected) step(1);
  });
  useEffect(() => {
    if (steppedFrom === null || list.isFetchingNextPage) return;
    setSteppedFrom(null);
    if (!list.isError) stepOn(steppedFrom);
  }, [steppedFrom, list.isFetchingNextPage, list.isError]);
  /** Selects the rows that meet every rule, after loading the rest of the list, up to the limit. */
  async function selectReady() {
    let all = list.rows;
    for (let hasMore = list.hasNextPage; hasMore && all.length < MAX_BULK_DECISIONS; ) {
      const next = await list.fetchNextPage({ cancelRefetch: false });
      if (next.isError) break;
      all = rowsOf(next.data?.pages ?? []);
      hasMore = next.hasNextPage;
    }
    selection.set(all.filter((row) => !hiddenIds.has(row.id) && meetsAllRules(row)).slice(0, MAX_BULK_DECISIONS));
  }
  const canDecideInBulk = selection.selectedRows.some(isForBulk);
  const approveBulk = () => decideBulk(selection.selectedRows, { decision: 'approve' });
  useKeys({
    title: 'Review queue',
    table: REVIEW_KEYS,
    commands: {
      next: () => step(1),
      previous: () => step(-1),
      open: () => current && open(current.id, { withFocus: true }),
      back: ({ target }) =>
        document.getElementById(DETAILS_ID)?.contains(target as Node) ? backToRow() : selection.set([]),
      mark: () => selected !== null && selection.toggle(selected),
      approve: () => {
        if (canDecideInBulk) return approveBulk();
        onCurrent('approve', approve)();
        onCurrent('accept_changes', acceptChanges)();
        if (current && changesProblem(current)) notify.info(changesProblem(current));
      },
      reject: () => (canDecideInBulk ? askBulk('reject') : askFirstAllowed(['reject', 'keep_approved'])),
      feedback: () => askFirstAllowed(['partner_feedback', 'ask_about_changes']),
      cancel: () => askFirstAllowed(['cancel', 'cancel_approved']),
      charge: () => {
        if (!current?.actions.includes(ACTION_OF.charge)) return;
        if (canCharge(current)) charge(current);
        else notify.info(noCardToChargeText(current));
      },
      // The form is in the details, which the list hides on narrow screens.
      refund: () => {
        if (current?.actions.includes('refund') && panes.isListAlone()) open(current.id, { withFocus: true });
        else pressCommand('d')();
      },
      ...openStoreCommands(current),
      price: () => {
        if (!current) return;
        if (!current.book?.asin) return notify.info('We can’t get a price for this book, because it has no ASIN.');
        if (!price.isPending) price.mutate(current);
      },
      undo,
    },
    settings: createElement(UndoTimeChoice, { onChoose: chooseUndoSeconds }),
  });

  // Reloads once all rows are decided and the server has more. Waits until at most a single held decision is unsaved,
  // because the response would still have the rows of unsaved decisions.
  const left = total_count - (list.rows.length - listed.length);
  const shouldDelayRefetch = Boolean(heldBulk) || hiddenIds.size > (staged ? 1 : 0);
  const startsAtTop = search.store_action === 'add' || search.page === 1;
  const shouldRefetch =
    rows.length === 0 && left > 0 && startsAtTop && !isFetching && !shouldDelayRefetch && !list.isError;
  useEffect(() => {
    if (shouldRefetch) void refetch();
  }, [shouldRefetch, refetch]);

  return {
    list: { ...list, rows, listed_count: listed.length, total_count: left },
    selected,
    current,
    /** The selected promotion if it has left the list. */
    departed: departed && current,
    next: selected === null ? null : neighborOf(rows, selected),
    team,
    isClaimed: claimed === selected && selected !== null,
    claim,
    takeOver(id: number) {
      claim(id);
      team.takeOver(id);
    },
    refused,
    open,
    panes,
    /** Moves the focus to the selected row, such as from the search. */
    focusRow: () => select(selected),
    openForm,
    ask,
    closeDialog: () => setOpenForm(null),
    /** Decides about the promotion, or about all promotions of the open bulk form. */
    decide(promotion: Promotion, decision: Decision) {
      const choice = openForm?.bulk && bulkChoiceOf(decision);
      if (openForm?.bulk && choice) decideBulk(openForm.bulk, choice);
      else decide(promotion, decision);
    },
    selection,
    bulk: {
      ...{ held: heldBulk, undone: undoneBulk, report },
      /** True if at least one of the selected promotions can be decided in bulk. */
      canDecide: canDecideInBulk,
      isReady: (promotion: Promotion) => isReady(promotion, dates),
      approve: approveBulk,
      ask: askBulk,
      selectReady,
    },
    isSending: decisions.isPending,
    price,
    approve,
    approvalWarning: (promotion: Promotion) => approvalWarning.textFor(promotion, dates[promotion.id] ?? ''),
    charge,
    acceptChanges,
    dates,
    chooseDate: (id: number, date: string) => setDates((before) => ({ ...before, [id]: date })),
    /** The reason why the last decision wasn't saved; null once the promotion changes or the editor moves on. */
    refusalOf(promotion: Promotion) {
      const refusal = refusals[promotion.id];
      return refusal?.version === versionOf(promotion) ? refusal.text : null;
    },
    done,
    undone,
    uncertain,
    staged,
    endsAt,
    recentDecisions: recent.list,
    reopen,
    pauseHandlers,
    chooseUndoSeconds,
    undo,
  };
}

const KIND_OF_OUTCOME = { approved: 'approve', declined: 'reject', proposed: 'propose_date' } as const;

const isBulk = (held: PendingDecision | PendingBulk): held is PendingBulk => 'choice' in held;

type Refusals = { [id: number]: { text: string; version: string } };

/** Differs after any change that may allow a decision. */
const versionOf = ({ updated_at, review_version, display_status, card, partner }: Promotion) =>
  [updated_at, review_version, display_status, card?.is_chargeable, partner?.is_email_verified].join();

/** The server's limit for one tab. */
const MAX_CLAIMS = 100;

/** Sends a bulk decision and reloads the lists; resolves with the outcome of each promotion. */
function useSendMany() {
  const queryClient = useQueryClient();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return async ({ choice, promotions, dates, skipped }: PendingBulk): Promise<BulkReport> => {
    const results = await decideMany(promotions, choice, dates).catch((error: unknown) =>
      promotions.map(({ id }) =>
        isRefusal(error)
          ? { id, outcome: 'refused' as const, reason: messageOf(error) }
          : { id, outcome: 'unknown' as const, reason: null },
      ),
    );
    const rows = results.map(({ id, ...result }) => ({
      promotion: promotions.find((one) => one.id === id)!,
      ...result,
    }));
    const report = { choice, rows: [...rows, ...skipped] };
    if (!isShown.current) notify.info(`${reportText(report)}.`);
    // Decided rows are removed here, too, in case the reload below is cut short.
    await queryClient.cancelQueries(LOADED_LISTS);
    for (const { id, outcome } of results)
      if (outcome !== 'refused' && outcome !== 'unknown') removeFromLists(queryClient, id);
    for (const promotion of promotions) invalidateRelated(queryClient, promotion);
    await queryClient.invalidateQueries({ queryKey: REVIEW_LISTS });
    return report;
  };
}

type ListState = {
  /** Identifies the list that the rows belong to; null while another list's rows are shown. */
  list: string | null;
  /** Promotions that the editor decided, whose rows are hidden. */
  hiddenIds: ReadonlySet<number>;
};
type Selected = { list: string; row: Promotion; index: number };

/**
 * The selected row: the chosen one; before a choice, the one that was selected when the editor left the queue, or the
 * first one. Never a hidden one. If the row leaves the list, it's still shown in its place until another is chosen.
 */
function useSelection(listed: readonly Promotion[], { list, hiddenIds }: ListState) {
  const [chosen, choose] = useState<number | null>(null);
  const [place, setPlace] = useState(() => readPlace(tabStore()));
  const [last, setLast] = useState<Selected | null>(null);
  const ofList = last && (list === null || last.list === list) ? last : null;
  const preferredId = chosen ?? ofList?.row.id ?? null;
  const isListed = listed.some(({ id }) => id === preferredId);
  const departed = ofList && !isListed && ofList.row.id === preferredId && !hiddenIds.has(preferredId) ? ofList : null;
  const rows = departed ? listed.toSpliced(departed.index, 0, departed.row) : listed;
  const selected = isListed || departed ? preferredId : (rows[0]?.id ?? null);
  const index = rows.findIndex(({ id }) => id === selected);
  const row = rows[index];
  if (list !== null && !row && last) setLast(null);
  if (list !== null && row && (last?.list !== list || last.row !== row || last.index !== index))
    setLast({ list, row, index });

  const [shown, setShown] = useState<{ id: number; focused: string } | null>(null);
  // Once the list has loaded its rows, selects the row that the editor left, if it's among them.
  if (place && list !== null && listed.length > 0) {
    setPlace(null);
    if (chosen === null && place.list === list && listed.some(({ id }) => id === place.id)) {
      choose(place.id);
      setShown({ id: place.id, focused: '' });
    }
  }
  useEffect(() => {
    if (chosen !== null && selected !== null && list !== null) savePlace({ list, id: selected }, tabStore());
  }, [chosen, selected, list]);
  useEffect(() => {
    if (!shown) return;
    showSelected(shown.id);
    document.getElementById(shown.focused)?.focus({ preventScroll: true });
    setShown(null);
  }, [shown]);
  /** `focused`: the id of the element that gets the focus instead of the row. */
  const select = (id: number | null, focused = '') => {
    choose(id);
    setShown(id === null ? null : { id, focused });
  };
  return { rows, selected, departed: departed?.row ?? null, select, hasChosen: chosen !== null };
}

/** The row that is selected in a list. Stored in the tab, so that the editor finds it again after leaving the queue. */
type Place = { list: string; id: number };
const PLACE = 'review_place';
type TabStore = Pick<Storage, 'getItem' | 'setItem'>;

const savePlace = (place: Place, store: TabStore) => store.setItem(PLACE, JSON.stringify(place));

function readPlace(store: TabStore): Place | null {
  try {
    return JSON.parse(store.getItem(PLACE) ?? 'null') as Place | null;
  } catch {
    return null;
  }
}

/** Commands that open the current promotion's book at each store. */
export const openStoreCommands = (current: Promotion | null) =>
  Object.fromEntries(
    STORES.map((store) => [
      store,
      () => {
        const url = current?.book?.[STORE_URL_FIELDS[store]];
        if (url) open(url, '_blank', 'noopener,noreferrer');
      },
    ]),
  ) as Record<Store, () => void>;

export const rowId = (id: number) => `promotion-${id}`;
export const DETAILS_TITLE_ID = 'promotion-title';
/** The id of the element with both panes. */
export const PANES_ID = 'promotion-panes';

/** Shows the details from their beginning, and the row where it is; the list scrolls only if the row is out of view. */
function showSelected(id: number) {
  const row = document.getElementById(rowId(id));
  const isRendered = row !== null && row.getClientRects().length > 0;
  const panes = document.getElementById(PANES_ID);
  // Shows the promotion from its top, even if the previous one was read to its end. On narrow screens, which show no
  // list beside the details, the details get the whole height.
  if (panes && (!isRendered || panes.getBoundingClientRect().top < 0)) panes.scrollIntoView({ block: 'start' });
  if (!isRendered) return document.getElementById(DETAILS_TITLE_ID)?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  row.focus({ preventScroll: true });
}

/**
 * Selects a row and shows its title without waiting for React, which has to compare all rows and details. React renders
 * the same state right after.
 */
function paintSelected({ id, book }: Promotion) {
  // First, because it reads the layout, which the changes below invalidate.
  showSelected(id);
  const row = document.getElementById(rowId(id));
  row?.closest('ol')?.querySelector('[aria-current]')?.removeAttribute('aria-current');
  row?.setAttribute('aria-current', 'true');
  const title = document.getElementById(DETAILS_TITLE_ID);
  if (title) title.textContent = book?.title ?? `Promotion ${id}`;
}

const NARROW = '(max-width: 63.99rem)';
const SHOWS_DETAILS = { pane: 'details' };

/**
 * On narrow screens one pane is shown at a time, and the details have an entry in the history, so that Back leads to
 * the list.
 */
function usePanes(selected: number | null) {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const isOpen = (state as Partial<typeof SHOWS_DETAILS> | null)?.pane === SHOWS_DETAILS.pane;
  const pane = isOpen && selected !== null ? 'details' : 'list';
  const before = useRef(pane);
  useEffect(() => {
    if (before.current !== pane && selected !== null) showSelected(selected);
    before.current = pane;
  }, [pane, selected]);
  return {
    pane,
    openDetails() {
      if (!isOpen && matchMedia(NARROW).matches) void navigate({ search }, { state: SHOWS_DETAILS });
    },
    backToList: () => void navigate(-1),
    /** True while the list hides the details. */
    isListAlone: () => pane === 'list' && matchMedia(NARROW).matches,
  } as const;
}
