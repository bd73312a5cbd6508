import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#server/platform/database.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPromotion, createStaff, freezeWithReaders } from '#server/testing/factories.ts';
import { markSent } from './newsletter-events.ts';

let server: TestServer;
let staff: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
});
afterAll(() => server.close());

/** Creates a frozen newsletter with `count` promotions. */
async function createFrozen(count: number, days: number) {
  const promotions = [];
  for (let n = 0; n < count; n++) promotions.push(await createPromotion(server, { days }));
  for (const { id } of promotions) await staff.post(`/promotions/${id}/approve`).expect(200);
  const { id } = await freezeWithReaders(server, promotions[0]!.date);
  return { id, promotions };
}

/** Marks the newsletter's promotions as sent; returns the number of statements. */
async function countStatements(newsletter_id: number) {
  let count = 0;
  const counted = server.deps.db.$extends({
    query: {
      $allOperations: ({ args, query }) => {
        count++;
        return query(args);
      },
    },
  });
  await counted.$transaction((tx) => markSent(server.deps, tx as unknown as Tx, newsletter_id));
  return count;
}

it('takes as many statements for three promotions as for one', async () => {
  const [one, three] = [await createFrozen(1, 1), await createFrozen(3, 2)];
  const endpoint = await server.deps.db.webhookEndpoint.create({
    data: {
      ...{ user_id: staff.id, name: 'Ours', url: 'https://example.com/hook', secret_salt: Buffer.alloc(16) },
      events: ['promotion.sent', 'newsletter.sent'],
    },
  });
  const statements = await countStatements(one.id);
  expect(await countStatements(three.id)).toBe(statements);
  for (const { id, partner } of [...one.promotions, ...three.promotions]) {
    const { promotion } = (await staff.get(`/promotions/${id}?joins=events`).expect(200)).body;
    expect(promotion.display_status).toBe('successfully sent');
    expect(promotion.events.at(-1)).toMatchObject({
      ...{ actor: 'system', action: 'send' },
      ...{ from: 'awaiting promotion date', to: 'successfully sent' },
    });
    const mails = { where: { partner_id: partner.id, template: 'promotion_sent' } };
    expect(await server.deps.db.mail.count(mails)).toBe(1);
  }
  const deliveries = await server.deps.db.webhookDelivery.findMany({
    where: { endpoint_id: endpoint.id },
  });
  expect(deliveries.map(({ event }) => event).sort()).toEqual([
    ...['newsletter.sent', 'newsletter.sent'],
    ...['promotion.sent', 'promotion.sent', 'promotion.sent', 'promotion.sent'],
  ]);
});
