import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { call, type Query } from '#client/api/http.ts';
import { DeliveryAnswer, DeliveryList, type DeliveryResolution } from '#shared/mail.ts';
import {
  NewsletterAnswer,
  NewsletterList,
  type NewsletterPatch,
  NewsletterPreviewAnswer,
  NewsletterProgressAnswer,
  type NewsletterTest,
  NewsletterTestAnswer,
} from '#shared/newsletters.ts';

const role = 'user';
/** The sidebar's list stands under the same key, so both are refreshed together. */
export const NEWSLETTERS = ['newsletters'];

const DRAFT_POLL_MS = 30_000;

export const newslettersQuery = (query: Query) =>
  queryOptions({
    queryKey: [...NEWSLETTERS, 'list', query],
    queryFn: () => call('/newsletters', { role, query, schema: NewsletterList }),
    placeholderData: (before) => before,
  });

const HELD_POLL_MS = 60_000;

/** Those that a restore holds. */
export const heldNewslettersQuery = queryOptions({
  queryKey: [...NEWSLETTERS, 'held'],
  queryFn: () =>
    call('/newsletters', {
      role,
      query: { held: 'true', sort_col: 'newsletter_date', sort_dir: 'asc', per: '100' },
      schema: NewsletterList,
    }),
  refetchInterval: HELD_POLL_MS,
});

/** With its promotions; asked again now and then while it may still close, and anew by each screen, whose form begins with it. */
export const newsletterQuery = (id: number) =>
  queryOptions({
    queryKey: [...NEWSLETTERS, 'one', id],
    queryFn: async () =>
      (await call(`/newsletters/${id}`, { role, query: { joins: ['promotions'] }, schema: NewsletterAnswer }))
        .newsletter,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'draft' ? DRAFT_POLL_MS : false),
  });

export const saveNewsletter = async (id: number, body: NewsletterPatch) =>
  (await call(`/newsletters/${id}`, { method: 'PATCH', role, body, schema: NewsletterAnswer })).newsletter;

type PreviewAsked = { id: number; format: 'html' | 'text'; category_ids: readonly string[] };

/** For readers of these categories; of none: all that the edition holds. */
export const previewQuery = ({ id, format, category_ids }: PreviewAsked) =>
  queryOptions({
    queryKey: [...NEWSLETTERS, 'preview', id, format, category_ids],
    queryFn: async () =>
      (
        await call(`/newsletters/${id}/preview`, {
          role,
          query: { format, categories: category_ids.join(',') },
          schema: NewsletterPreviewAnswer,
        })
      ).preview,
    placeholderData: (before) => (before?.format === format ? before : undefined),
  });

/** Answers what the server says about it. */
export const sendTest = async (id: number, body: NewsletterTest) =>
  (await call(`/newsletters/${id}/test`, { method: 'POST', role, body, schema: NewsletterTestAnswer })).message;

/** `freeze` closes and sends it, `pause` holds it back, `resume` goes on, `end` ends it for good. */
export const steerNewsletter = (
  id: number,
  step: 'freeze' | 'pause' | 'resume' | 'end',
  body: { reason?: string } = {},
) => call(`/newsletters/${id}/${step}`, { method: 'POST', role, body, schema: NewsletterAnswer });

export const releaseNewsletter = (id: number, was_sent: boolean) =>
  call(`/newsletters/${id}/release`, { method: 'POST', role, body: { was_sent }, schema: NewsletterAnswer });

export const progressIn = (data: string) => NewsletterProgressAnswer.parse(JSON.parse(data)).progress;

/** The audit log records it. */
export async function revealAddress(reader_id: number) {
  const path = `/admin/readers/${reader_id}/reveal_address`;
  const { reader } = await call(path, { method: 'POST', role, body: {}, schema: RevealedReader });
  return reader.email;
}
const RevealedReader = z.object({ reader: z.object({ email: z.string().nullable() }) });

const DELIVERIES = [...NEWSLETTERS, 'deliveries'];

export const deliveriesQuery = (id: number, query: Query) =>
  queryOptions({
    queryKey: [...DELIVERIES, id, query],
    queryFn: () =>
      call(`/newsletters/${id}/deliveries`, { role, query: { ...query, sort_dir: 'asc' }, schema: DeliveryList }),
    placeholderData: (before) => before,
  });

export const resolveDelivery = (id: number, reader_id: number, body: DeliveryResolution) =>
  call(`/newsletters/${id}/deliveries/${reader_id}/resolve`, { method: 'POST', role, body, schema: DeliveryAnswer });
