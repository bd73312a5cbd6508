/** Webhook endpoints of one's own account. */
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
    list: async ({ by }) => ({ webhook_endpoints: (await listEndpoints(deps, by)).map(presentEndpoint) }),
    create: async ({ by, body }) => {
      const { endpoint, secret } = await createEndpoint(deps, by, body);
      return { webhook_endpoint: presentEndpoint(endpoint), secret };
    },
    update: async ({ by, id, body }) => ({
      webhook_endpoint: presentEndpoint(await updateEndpoint(deps, by, { id, patch: body })),
    }),
    remove: ({ by, id }) => removeEndpoint(deps, by, id),
    replaceSecret: async ({ by, id }) => ({ secret: await replaceSecret(deps, by, id) }),
    test: async ({ by, id }) => ({ webhook_delivery: presentDelivery(await sendTest(deps, by, id)) }),
    deliveries: async ({ by, id }) => ({
      webhook_deliveries: (await listDeliveries(deps, by, id)).map(presentDelivery),
    }),
    redeliver: async ({ by, id, body }) => ({
      webhook_delivery: presentDelivery(await redeliver(deps, by, { id, ...body })),
    }),
  });
