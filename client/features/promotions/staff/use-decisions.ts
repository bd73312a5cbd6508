import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/api/api-error.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { SUCCESS_TEXTS } from '#shared/errors.ts';
import { Promotion } from '#shared/promotions.ts';
import { type Decision, decide } from './api.ts';
import {
  LANE_COUNTS,
  type Place,
  placeOf,
  putBack,
  REVIEW_LISTS,
  type ReviewList,
  without,
  withPromotion,
} from './review-list.ts';

export type Decided = { promotion: Promotion; decision: Decision };

type Reactions = {
  decided?: (decided: Decided) => void;
  /** `message` is the server's; the promotion is back in its lists. */
  refused?: (decided: Decided, message: string) => void;
  /** Either of the two, once the lists are as they are to be. */
  over?: (decided: Decided) => void;
};

/** After these the promotion leaves the local list; after the others the updated one is stored (spec §4). */
export const LEAVES: ReadonlySet<Decision['kind']> = new Set([
  'approve',
  'reject',
  'cancel',
  'partner_feedback',
  'accept_changes',
  'keep_approved',
  'propose_date',
]);

/** One call per decision. The row is gone before the server has answered, and comes back when it refuses. */
export function useDecisions({ decided, refused, over }: Reactions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ promotion, decision }: Decided) => decide(promotion, decision),
    async onMutate({ promotion, decision }) {
      if (!LEAVES.has(decision.kind)) return [];
      // An answer that is under way would bring the row back.
      await client.cancelQueries({ queryKey: REVIEW_LISTS, predicate: ({ state }) => state.data !== undefined });
      return takeOut(client, promotion.id);
    },
    onSuccess(updated, done) {
      if (!LEAVES.has(done.decision.kind)) store(client, updated);
      keepPromotion(client, updated);
      if (done.decision.kind === 'charge') notify.success(SUCCESS_TEXTS.charged);
      decided?.(done);
    },
    onError(error, done, taken = []) {
      const current = currentIn(error);
      for (const [key, place] of taken) changeList(client, key, (pages) => putBack(pages, place, current));
      if (current) {
        store(client, current);
        keepPromotion(client, current);
      }
      refused?.(done, messageOf(error));
    },
    onSettled: (_answer, _error, done) => {
      forgetWhatHangsOn(client, done.promotion);
      over?.(done);
    },
  });
}

type Taken = [key: readonly unknown[], place: Place][];

function takeOut(client: QueryClient, id: number): Taken {
  return client.getQueriesData<ReviewList>({ queryKey: REVIEW_LISTS }).flatMap(([key, list]): Taken => {
    const place = list && placeOf(list.pages, id);
    if (!place) return [];
    changeList(client, key, (pages) => without(pages, id));
    return [[key, place]];
  });
}

function store(client: QueryClient, updated: Promotion) {
  for (const [key] of client.getQueriesData({ queryKey: REVIEW_LISTS })) {
    changeList(client, key, (pages) => withPromotion(pages, updated));
  }
}

const changeList = (
  client: QueryClient,
  key: readonly unknown[],
  change: (pages: ReviewList['pages']) => ReviewList['pages'],
) => client.setQueryData<ReviewList>(key, (list) => list && { ...list, pages: change(list.pages) });

export const promotionKey = (id: number) => ['user', 'promotion', id];

/** The promotion's own screen keeps what the action's answer leaves out, such as the time line. */
export const keepPromotion = (client: QueryClient, updated: Promotion) =>
  client.setQueryData<Promotion>(promotionKey(updated.id), (before) => before && { ...before, ...updated });

/** Places on dates, newsletters and the promotion's time line are another thing now. */
export function forgetWhatHangsOn(client: QueryClient, { id, book_id, category_id }: Promotion) {
  const keys = [
    promotionKey(id),
    ['user', 'books', 'promotions', book_id],
    ['user', 'promotion counts', category_id],
    ['newsletters'],
    LANE_COUNTS,
  ];
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}

/** A 409 and a declined charge carry the record as it is now (design 2-api). */
function currentIn(error: unknown): Promotion | undefined {
  const body = error instanceof ApiError ? (error.body as { promotion?: unknown } | undefined) : undefined;
  return Promotion.safeParse(body?.promotion).data;
}

const messageOf = (error: unknown) =>
  (error instanceof ApiError && (error.fields.base ?? error.fields.full_messages)?.join(', ')) || 'This was not saved.';
