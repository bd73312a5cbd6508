import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/api/api-error.ts';
import { LANE_COUNTS } from '#client/api/lane-counts.ts';
import { wait } from '#client/api/wait.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { Promotion } from '#shared/promotions.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';
import { type Decision, decide, fetchPromotionWithLastEvent } from './api.ts';
import { ACTION_OF } from './decision-forms.ts';
import {
  positionOf,
  REVIEW_LISTS,
  type ReviewListData,
  type RowPosition,
  removeRow,
  restoreRow,
  updateRow,
} from './review-list.ts';

export type PendingDecision = { promotion: Promotion; decision: Decision };

type Reactions = {
  /** `updated` is the promotion in the server's response, or as read after a lost one. */
  decided?: (decided: PendingDecision, updated: Promotion) => void;
  /** `message` is the reason; `current` is the server's record, if known. The promotion is back in its lists. */
  refused?: (decided: PendingDecision, message: string, current: Promotion | undefined) => void;
  /**
   * The response was lost, so the decision may have been saved. `decided` or `refused` follows if reading the promotion
   * again shows which.
   */
  uncertain?: (decided: PendingDecision) => void;
  /** After any result, once the cached lists have been changed. */
  finished?: (decided: PendingDecision) => void;
};

/** Decisions that remove the promotion from the local list. The others update its row. */
export const REMOVES_FROM_LIST: ReadonlySet<Decision['kind']> = new Set([
  'approve',
  'reject',
  'cancel',
  'partner_feedback',
  'accept_changes',
  'keep_approved',
  'propose_date',
]);

/** True if the server refused the decision; otherwise it may have saved it. */
export const isRefusal = (error: unknown) =>
  error instanceof ApiError && typeof error.kind === 'number' && error.kind < 500;

type ReadAfterward = { current: Promotion | undefined; isUnchanged: boolean };

/**
 * Thrown if the response to a decision was lost, and the decision wasn't saved or its result is unknown. `current` is
 * the promotion as read afterward; undefined if the server couldn't be reached.
 */
class LostResponse extends Error {
  readonly current: Promotion | undefined;
  readonly isUnchanged: boolean;

  constructor({ id, book }: Promotion, { current, isUnchanged }: ReadAfterward) {
    super(`${book?.title ?? `#${id}`} ${isUnchanged ? 'wasn’t changed. Please try again.' : UNKNOWN_TEXT}`);
    this.current = current;
    this.isUnchanged = isUnchanged;
  }
}

/** Shown until the result of a decision is known. */
export const UNCERTAIN_TEXT = 'Your decision may have been saved: we didn’t get a response.';

/** Text that follows the book's title if nobody knows how a decision ended. */
export const UNKNOWN_TEXT = 'may have changed. Open it to see its status.';

const READS_AFTER_MS = [0, 1, 2, 4, 8, 16].map((seconds) => seconds * SECOND_MS);

/** Reads a promotion, several times if the server can't be reached. */
async function readAgain(id: number) {
  for (const delay_ms of READS_AFTER_MS) {
    await wait(delay_ms, new AbortController().signal);
    const current = await fetchPromotionWithLastEvent(id).catch(() => undefined);
    if (current) return current;
  }
  return undefined;
}

type ReadVersion = Pick<Promotion, 'last_event' | 'paid_at' | 'updated_at' | 'display_status'>;
/** `since`: the seconds since the decision was sent. */
type SentDecision = { kind: Decision['kind']; by: string | undefined; since: number };

/** True if the promotion's latest event is the editor's decision. A declined charge has an event, too. */
const isOwnDecision = ({ last_event, paid_at }: ReadVersion, { kind, by, since }: SentDecision) =>
  last_event?.actor === 'user' &&
  last_event.actor_name === by &&
  last_event.action === ACTION_OF[kind] &&
  last_event.seconds_ago <= since &&
  (kind !== 'charge' || paid_at !== null);

const isSameVersion = (a: ReadVersion, b: ReadVersion) =>
  a.updated_at === b.updated_at && a.display_status === b.display_status;

/**
 * The result of a decision whose response was lost, from the promotion before the decision and as read afterward. Never
 * 'unchanged' for a charge: if it was declined again, or Stripe hasn't answered yet, the promotion looks the same.
 */
export function resultOfLostDecision(before: ReadVersion, current: ReadVersion, sent: SentDecision) {
  if (isOwnDecision(current, sent)) return 'decided';
  return sent.kind !== 'charge' && isSameVersion(current, before) ? 'unchanged' : 'unknown';
}

/**
 * Sends a decision. If it removes the row from the list, the row disappears before the server responds, and returns if
 * the decision fails.
 */
export function useDecisions({ decided, refused, uncertain, finished }: Reactions) {
  const queryClient = useQueryClient();
  const by = useSession().user.record?.name;
  return useMutation({
    meta: { silent: (error) => error instanceof LostResponse },
    async mutationFn(pending: PendingDecision) {
      const { promotion, decision } = pending;
      const sentAt = performance.now();
      try {
        return await decide(promotion, decision);
      } catch (error) {
        if (isRefusal(error)) throw error;
        uncertain?.(pending);
        const current = await readAgain(promotion.id);
        const since = Math.ceil((performance.now() - sentAt) / SECOND_MS);
        if (!current) throw new LostResponse(promotion, { current, isUnchanged: false });
        const result = resultOfLostDecision(promotion, current, { kind: decision.kind, by, since });
        if (result === 'decided') return current;
        if (result === 'unknown') throw new LostResponse(promotion, { current, isUnchanged: false });
        throw new LostResponse(promotion, { current: { ...current, last_event: undefined }, isUnchanged: true });
      }
    },
    async onMutate({ promotion, decision }) {
      if (!REMOVES_FROM_LIST.has(decision.kind)) return { removed: [], isOutdated: false };
      const isOutdated = queryClient.isFetching(LOADED_LISTS) > 0;
      // The response to a pending request would bring the row back.
      await queryClient.cancelQueries(LOADED_LISTS);
      return { removed: removeFromLists(queryClient, promotion.id), isOutdated };
    },
    onSuccess(updated, done) {
      // A list that was reloaded after the decision was sent, such as by a reopening, may have brought the row back.
      if (REMOVES_FROM_LIST.has(done.decision.kind)) removeFromLists(queryClient, updated.id);
      else updateInLists(queryClient, updated);
      updateCachedPromotion(queryClient, updated);
      if (done.decision.kind === 'charge') notify.success(SUCCESS_TEXTS.charged);
      if (done.decision.kind === 'reopen') void queryClient.invalidateQueries({ queryKey: REVIEW_LISTS });
      decided?.(done, updated);
    },
    onError(error, done, context) {
      const current = currentIn(error);
      for (const [key, place] of context?.removed ?? [])
        changeList(queryClient, key, (pages) => restoreRow(pages, place, current));
      if (current) {
        updateInLists(queryClient, current);
        updateCachedPromotion(queryClient, current);
      }
      if (error instanceof LostResponse) notify.error(error.message);
      if (!(error instanceof LostResponse) || error.isUnchanged) refused?.(done, messageOf(error), current);
    },
    onSettled: (_answer, _error, done, context) => {
      if (context?.isOutdated || queryClient.isFetching(LOADED_LISTS) > 0)
        void queryClient.invalidateQueries({ queryKey: REVIEW_LISTS });
      invalidateRelated(queryClient, done.promotion);
      finished?.(done);
    },
  });
}

/** Loaded lists: a response that is still pending for one of them would bring decided rows back. */
export const LOADED_LISTS = { queryKey: REVIEW_LISTS, predicate: ({ state }: Query) => state.data !== undefined };

type RemovedRows = [key: readonly unknown[], place: RowPosition][];

export function removeFromLists(queryClient: QueryClient, id: number): RemovedRows {
  return queryClient.getQueriesData<ReviewListData>({ queryKey: REVIEW_LISTS }).flatMap(([key, list]): RemovedRows => {
    const place = list && positionOf(list.pages, id);
    if (!place) return [];
    changeList(queryClient, key, (pages) => removeRow(pages, id));
    return [[key, place]];
  });
}

function updateInLists(queryClient: QueryClient, updated: Promotion) {
  for (const [key] of queryClient.getQueriesData({ queryKey: REVIEW_LISTS })) {
    changeList(queryClient, key, (pages) => updateRow(pages, updated));
  }
}

const changeList = (
  queryClient: QueryClient,
  key: readonly unknown[],
  change: (pages: ReviewListData['pages']) => ReviewListData['pages'],
) => queryClient.setQueryData<ReviewListData>(key, (list) => list && { ...list, pages: change(list.pages) });

export const promotionKey = (id: number) => ['user', 'promotion', id];

/** The key of a promotion that is still selected in the queue after it left the list. */
export const departedKey = (id: number) => [...promotionKey(id), 'departed'];

/** The promotion's own screen keeps fields that the response doesn't have, such as the timeline. */
export const updateCachedPromotion = (queryClient: QueryClient, updated: Promotion) =>
  queryClient.setQueryData<Promotion>(promotionKey(updated.id), (before) => before && { ...before, ...updated });

export const partnerRecordKey = (partner_id: number) => ['user', 'partner record', partner_id];

/** Prefix of the query keys of all categories' slots. */
export const ALL_COUNTS = ['user', 'promotion counts', 'all categories'];

/** Reloads the promotion, its book's promotions, slots, newsletters, its partner's record, and the lanes' counts. */
export function invalidateRelated(queryClient: QueryClient, { id, book_id, category_id, partner_id }: Promotion) {
  const keys = [
    promotionKey(id),
    ['user', 'books', 'promotions', book_id],
    ['user', 'promotion counts', category_id],
    ALL_COUNTS,
    ['newsletters'],
    partnerRecordKey(partner_id),
    LANE_COUNTS,
  ];
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}

/** The current record, which a 409, a declined charge, and a lost response carry. */
function currentIn(error: unknown): Promotion | undefined {
  if (error instanceof LostResponse) return error.current;
  const body = error instanceof ApiError ? (error.body as { promotion?: unknown } | undefined) : undefined;
  return Promotion.safeParse(body?.promotion).data;
}

/** The server's reason for a refusal. */
export const messageOf = (error: unknown) =>
  (error instanceof ApiError && (error.fields.base ?? error.fields.full_messages)?.join(', ')) ||
  'This wasn’t saved. Please try again.';
