/** Webhook endpoints of the caller's account. */
import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { webhooksApi } from '#shared/api/webhooks.ts';
import {
  createEndpoint,
  listDeliveries,
  listEndpoints,
  presentDelivery,
  presentEndpoint,
  redeliver,
  removeEndpoint,
  replaceSecret,
  sendTest,
  updateEndpoint,
} from './service.ts';

export const webhookRoutes = (deps: Deps) =>
  implement(webhooksApi, {
    list: async ({ actor }) => ({ webhook_endpoints: (await listEndpoints(deps, actor)).map(presentEndpoint) }),
    create: async ({ actor, body }) => {
      const { endpoint, secret } = await createEndpoint(deps, actor, body);
      return { webhook_endpoint: presentEndpoint(endpoint), secret };
    },
    update: async ({ actor, id, body }) => ({
      webhook_endpoint: presentEndpoint(await updateEndpoint(deps, actor, { id, patch: body })),
    }),
    remove: ({ actor, id }) => removeEndpoint(deps, actor, id),
    replaceSecret: async ({ actor, id }) => ({ secret: await replaceSecret(deps, actor, id) }),
    test: async ({ actor, id }) => ({ webhook_delivery: presentDelivery(await sendTest(deps, actor, id)) }),
    deliveries: async ({ actor, id }) => ({
      webhook_deliveries: (await listDeliveries(deps, actor, id)).map(presentDelivery),
    }),
    redeliver: async ({ actor, id, body }) => ({
      webhook_delivery: presentDelivery(await redeliver(deps, actor, { id, ...body })),
    }),
  });
