import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { badRequest, notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { deliveriesApi } from '#shared/api/deliveries.ts';
import { MailEventsInput } from '#shared/deliveries.ts';
import { handleMailEvents } from './events.ts';
import { presentDelivery } from './presenter.ts';
import { listDeliveries } from './queries.ts';
import { resolveUncertainDelivery } from './resolve-uncertain-delivery.ts';
import { isSigned, SIGNATURE_HEADER } from './signature.ts';

const MAX_EVENTS_BYTES = 1024 * 1024;

export const deliveryRoutes = (deps: Deps) =>
  implement(deliveriesApi, {
    listDeliveries: async ({ id, query }) => {
      if (!(await deps.db.newsletter.count({ where: { id } }))) throw notFound();
      const { rows, total } = await listDeliveries(deps.db, id, query);
      return { deliveries: rows.map(presentDelivery), meta: metaOf(query, total) };
    },
    resolveDelivery: async ({ id, reader_id, actor, body }) => ({
      delivery: await resolveUncertainDelivery(deps, {
        actor,
        key: { newsletter_id: id, reader_id },
        ...body,
      }),
    }),
    // The signature covers the raw bytes.
    events: async ({ req, readBytes }) => {
      const body = await readBytes(MAX_EVENTS_BYTES);
      const secret = deps.config.MAIL_EVENTS_SECRET;
      if (!secret) throw notFound();
      if (!isSigned(secret, body, req.get(SIGNATURE_HEADER), deps.now()))
        throw badRequest('The signature isn’t valid.');
      return handleMailEvents(deps, MailEventsInput.parse(jsonOf(body)).events);
    },
  });

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw badRequest('The request body isn’t valid JSON.');
  }
}
