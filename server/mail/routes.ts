import express, { Router } from 'express';
import { requireUser, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { badRequest, missing } from '#server/platform/errors.ts';
import { boundedBody } from '#server/platform/http/bounded-body.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { DeliveryListQuery, DeliveryParams, DeliveryResolution, MailEventsInput } from '#shared/mail.ts';
import { resolveDoubt } from './doubt.ts';
import { takeMailEvents } from './events.ts';
import { presentDelivery } from './presenter.ts';
import { listDeliveries } from './queries.ts';
import { isSigned, SIGNATURE_HEADER } from './signature.ts';

/** Below /newsletters: where each mail of an edition is. */
export function deliveryRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/:id/deliveries', requireUser, async (req, res) => {
    const query = DeliveryListQuery.parse(req.query);
    const newsletter_id = idOf(req);
    if (!(await deps.db.newsletter.count({ where: { id: newsletter_id } }))) throw missing();
    const { rows, total } = await listDeliveries(deps.db, newsletter_id, query);
    res.json({ deliveries: rows.map(presentDelivery), meta: metaOf(query, total) });
  });
  router.post('/:id/deliveries/:reader_id/resolve', requireUser, async (req, res) => {
    const key = { newsletter_id: idOf(req), reader_id: readerIdOf(req) };
    const resolution = DeliveryResolution.parse(bodyOf(req));
    res.json({ delivery: await resolveDoubt(deps, { by: sessionOf(res), key, ...resolution }) });
  });
  return router;
}

function readerIdOf(req: { params: object }): number {
  const parsed = DeliveryParams.safeParse(req.params);
  if (!parsed.success) throw missing();
  return parsed.data.reader_id;
}

const MAX_BYTES = 1 * 1024 * 1024;

/** Before the JSON parser: the signature is over the bytes. */
export function mailEventRoutes(deps: Deps): Router {
  const router = Router();
  router.post('/', boundedBody(MAX_BYTES, express.raw({ type: () => true, limit: MAX_BYTES })), async (req, res) => {
    const secret = deps.config.MAIL_EVENTS_SECRET;
    if (!secret) throw missing();
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    if (!isSigned(secret, body, req.get(SIGNATURE_HEADER), deps.now())) throw badRequest('The signature is not valid.');
    const { events } = MailEventsInput.parse(jsonOf(body));
    res.json(await takeMailEvents(deps, events));
  });
  return router;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw badRequest('The request body is not valid JSON.');
  }
}
