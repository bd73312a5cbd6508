import { queryOptions } from '@tanstack/react-query';
import { call, type Query } from '#client/api/http.ts';
import { NewsletterAnswer, NewsletterList, type NewsletterPatch } from '#shared/newsletters.ts';

const role = 'user';
/** The sidebar's list stands under the same key, so both are refreshed together. */
export const NEWSLETTERS = ['newsletters'];

const SENDING_POLL_MS = 2_000;
const DRAFT_POLL_MS = 30_000;

export const newslettersQuery = (query: Query) =>
  queryOptions({
    queryKey: [...NEWSLETTERS, 'list', query],
    queryFn: () => call('/newsletters', { role, query, schema: NewsletterList }),
    placeholderData: (before) => before,
  });

/** With its promotions; asked again while it is being sent, and now and then while it may still close. */
export const newsletterQuery = (id: number) =>
  queryOptions({
    queryKey: [...NEWSLETTERS, 'one', id],
    queryFn: async () =>
      (await call(`/newsletters/${id}`, { role, query: { joins: ['promotions'] }, schema: NewsletterAnswer }))
        .newsletter,
    refetchInterval: ({ state }) => POLLS[state.data?.status ?? 'sent'] ?? false,
  });

const POLLS: { [status: string]: number } = { draft: DRAFT_POLL_MS, frozen: SENDING_POLL_MS, sending: SENDING_POLL_MS };

export const saveNewsletter = async (id: number, body: NewsletterPatch) =>
  (await call(`/newsletters/${id}`, { method: 'PATCH', role, body, schema: NewsletterAnswer })).newsletter;
