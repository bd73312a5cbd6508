import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import type { Query } from '#client/api/http.ts';
import { adminApi } from '#shared/api/admin.ts';
import { deliveriesApi } from '#shared/api/deliveries.ts';
import { newslettersApi } from '#shared/api/newsletters.ts';
import type { DeliveryResolution } from '#shared/deliveries.ts';
import { type NewsletterPatch, NewsletterProgressResponse, type NewsletterTest } from '#shared/newsletters.ts';

const newsletters = clientFor(newslettersApi, 'user');
const deliveries = clientFor(deliveriesApi, 'user');
/** The sidebar's query key also starts with this, so that both are refreshed together. */
export const NEWSLETTERS = ['newsletters'];

const DRAFT_POLL_MS = 30_000;

export const newslettersQuery = (query: Query) =>
  queryOptions({
    queryKey: [...NEWSLETTERS, 'list', query],
    queryFn: () => newsletters.list({ query }),
    placeholderData: (before) => before,
  });

const HELD_POLL_MS = 60_000;

/** Newsletters that are held after a restore. */
export const heldNewslettersQuery = queryOptions({
  queryKey: [...NEWSLETTERS, 'held'],
  queryFn: () => newsletters.list({ query: { held: true, sort_col: 'newsletter_date', sort_dir: 'asc', per: 100 } }),
  refetchInterval: HELD_POLL_MS,
});

/**
 * A newsletter with its promotions. Drafts are polled, since they may close. Not cached, because the form for its texts
 * needs fresh values.
 */
export const newsletterQuery = (id: number) =>
  queryOptions({
    queryKey: [...NEWSLETTERS, 'one', id],
    queryFn: async () => (await newsletters.show({ id, query: { joins: ['promotions'] } })).newsletter,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'draft' ? DRAFT_POLL_MS : false),
  });

export const saveNewsletter = async (id: number, body: NewsletterPatch) =>
  (await newsletters.update({ id, body })).newsletter;

type PreviewRequest = {
  id: number;
  format: 'html' | 'text';
  category_ids: readonly string[];
  /** The reader to preview it for, instead of readers of `category_ids`. */
  reader_id: number | null;
};

/** The preview for a reader, or for readers of some categories. Without either, it's for readers of all categories. */
export const previewQuery = ({ id, format, category_ids, reader_id }: PreviewRequest) =>
  queryOptions({
    queryKey: [...NEWSLETTERS, 'preview', id, format, category_ids, reader_id],
    queryFn: async () => {
      const audience = reader_id === null ? { categories: category_ids.join(',') } : { reader: reader_id };
      return (await newsletters.preview({ id, query: { format, ...audience } })).preview;
    },
    placeholderData: (before) => (before?.format === format ? before : undefined),
  });

/** Finds a reader by id or complete address. Null if there is none. */
export async function findReader(text: string) {
  const admin = clientFor(adminApi, 'user');
  try {
    const reader = /^\d+$/.test(text)
      ? (await admin.show({ entity: 'readers', record: text })).reader
      : (await admin.list({ entity: 'readers', query: { q: text, per: 1 } })).readers?.[0];
    return reader ? { id: (reader as { id: number }).id } : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * The deals and readers of a draft if it closed now. Not reloaded with the other newsletter queries, because the call
 * fails after the close.
 */
export const closingQuery = (id: number) => ({
  queryKey: ['newsletter closing', id],
  queryFn: async () => (await newsletters.closing({ id })).closing,
  gcTime: 0,
});

/** The warm-up's plan or result, by mailbox provider. */
export const warmUpQuery = (id: number) =>
  queryOptions({
    queryKey: [...NEWSLETTERS, 'warm-up', id],
    queryFn: async () => (await newsletters.warmUp({ id })).warm_up,
  });

export const freezeNewsletter = (id: number, newsletter_date: string) =>
  newsletters.freeze({ id, body: { newsletter_date } });

/** Sends test emails. Returns the server's message. */
export const sendTest = async (id: number, body: NewsletterTest) => (await newsletters.sendTest({ id, body })).message;

/** Runs an action: `pause` interrupts sending until `resume`; `end` stops it permanently. */
export function runNewsletterAction(id: number, action: 'pause' | 'resume' | 'end', body: { reason?: string } = {}) {
  if (action === 'pause') return newsletters.pause({ id, body });
  if (action === 'end') return newsletters.end({ id, body: { reason: body.reason ?? '' } });
  return newsletters.resume({ id });
}

export const releaseNewsletter = (id: number, was_sent: boolean) => newsletters.release({ id, body: { was_sent } });

export const parseProgress = (data: string) => NewsletterProgressResponse.parse(JSON.parse(data)).progress;

/** Reveals a reader's address. The audit log records it. */
export async function revealAddress(reader_id: number) {
  const action = { entity: 'readers', record: String(reader_id), action: 'reveal_address', body: {} };
  const { reader } = await clientFor(adminApi, 'user').act(action);
  return (reader as { email: string | null }).email;
}

const DELIVERIES = [...NEWSLETTERS, 'deliveries'];

export const deliveriesQuery = (id: number, query: Query) =>
  queryOptions({
    queryKey: [...DELIVERIES, id, query],
    queryFn: () => deliveries.listDeliveries({ id, query: { ...query, sort_dir: 'asc' } }),
    placeholderData: (before) => before,
  });

export const resolveDelivery = (id: number, reader_id: number, body: DeliveryResolution) =>
  deliveries.resolveDelivery({ id, reader_id, body });
