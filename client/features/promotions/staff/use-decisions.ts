import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/api/api-error.ts';
import { LANE_COUNTS } from '#client/api/lane-counts.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { Promotion } from '#shared/promotions.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';
import { type Decision, decide } from './api.ts';
import {
  positionOf,
  REVIEW_LISTS,
  type ReviewList,
  type RowPosition,
  removeRow,
  restoreRow,
  updateRow,
} from './review-list.ts';

export type PendingDecision = { promotion: Promotion; decision: Decision };

type Reactions = {
  /** `updated` is the promotion in the server's response. */
  decided?: (decided: PendingDecision, updated: Promotion) => void;
  /** `message` is the server's, and `current` its record; the promotion is back in its lists. */
  refused?: (decided: PendingDecision, message: string, current: Promotion | undefined) => void;
  /** Either of the two, after the lists are up to date. */
  over?: (decided: PendingDecision) => void;
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

/** Sends a decision. The row is removed before the server responds, and returns if the decision is refused. */
export function useDecisions({ decided, refused, over }: Reactions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ promotion, decision }: PendingDecision) => decide(promotion, decision),
    async onMutate({ promotion, decision }) {
      if (!REMOVES_FROM_LIST.has(decision.kind)) return { taken: [], isOutdated: false };
      const isOutdated = client.isFetching(LOADED_LISTS) > 0;
      // The response to a pending request would bring the row back.
      await client.cancelQueries(LOADED_LISTS);
      return { taken: removeFromLists(client, promotion.id), isOutdated };
    },
    onSuccess(updated, done) {
      // A list that was reloaded since then, after a reopening for example, may have brought the row back.
      if (REMOVES_FROM_LIST.has(done.decision.kind)) removeFromLists(client, updated.id);
      else store(client, updated);
      updateCachedPromotion(client, updated);
      if (done.decision.kind === 'charge') notify.success(SUCCESS_TEXTS.charged);
      if (done.decision.kind === 'reopen') void client.invalidateQueries({ queryKey: REVIEW_LISTS });
      decided?.(done, updated);
    },
    onError(error, done, context) {
      const current = currentIn(error);
      for (const [key, place] of context?.taken ?? [])
        changeList(client, key, (pages) => restoreRow(pages, place, current));
      if (current) {
        store(client, current);
        updateCachedPromotion(client, current);
      }
      refused?.(done, messageOf(error), current);
    },
    onSettled: (_answer, _error, done, context) => {
      if (context?.isOutdated || client.isFetching(LOADED_LISTS) > 0)
        void client.invalidateQueries({ queryKey: REVIEW_LISTS });
      invalidateRelated(client, done.promotion);
      over?.(done);
    },
  });
}

/** Loaded lists: a response that is still pending for one of them would bring decided rows back. */
export const LOADED_LISTS = { queryKey: REVIEW_LISTS, predicate: ({ state }: Query) => state.data !== undefined };

type RemovedRows = [key: readonly unknown[], place: RowPosition][];

export function removeFromLists(client: QueryClient, id: number): RemovedRows {
  return client.getQueriesData<ReviewList>({ queryKey: REVIEW_LISTS }).flatMap(([key, list]): RemovedRows => {
    const place = list && positionOf(list.pages, id);
    if (!place) return [];
    changeList(client, key, (pages) => removeRow(pages, id));
    return [[key, place]];
  });
}

function store(client: QueryClient, updated: Promotion) {
  for (const [key] of client.getQueriesData({ queryKey: REVIEW_LISTS })) {
    changeList(client, key, (pages) => updateRow(pages, updated));
  }
}

const changeList = (
  client: QueryClient,
  key: readonly unknown[],
  change: (pages: ReviewList['pages']) => ReviewList['pages'],
) => client.setQueryData<ReviewList>(key, (list) => list && { ...list, pages: change(list.pages) });

export const promotionKey = (id: number) => ['user', 'promotion', id];

/** The promotion's own screen keeps fields that the response doesn't have, such as the timeline. */
export const updateCachedPromotion = (client: QueryClient, updated: Promotion) =>
  client.setQueryData<Promotion>(promotionKey(updated.id), (before) => before && { ...before, ...updated });

export const partnerRecordKey = (partner_id: number) => ['user', 'partner record', partner_id];

/** Reloads the promotion, its book's promotions, slots, newsletters, its partner's record, and the lanes' counts. */
export function invalidateRelated(client: QueryClient, { id, book_id, category_id, partner_id }: Promotion) {
  const keys = [
    promotionKey(id),
    ['user', 'books', 'promotions', book_id],
    ['user', 'promotion counts', category_id],
    ['newsletters'],
    partnerRecordKey(partner_id),
    LANE_COUNTS,
  ];
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}

/** The current record, which a 409 and a declined charge carry. */
function currentIn(error: unknown): Promotion | undefined {
  const body = error instanceof ApiError ? (error.body as { promotion?: unknown } | undefined) : undefined;
  return Promotion.safeParse(body?.promotion).data;
}

/** The server's reason for a refusal. */
export const messageOf = (error: unknown) =>
  (error instanceof ApiError && (error.fields.base ?? error.fields.full_messages)?.join(', ')) ||
  'This wasn’t saved. Please try again.';
