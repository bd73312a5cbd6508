/** Webhook endpoints of partners and staff, and the log of their deliveries. */
import { randomUUID } from 'node:crypto';
import type { WebhookDelivery as DeliveryRow, WebhookEndpoint as EndpointRow } from '#prisma';
import { auditStaff } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, invalidBase, notFound } from '#server/platform/errors.ts';
import { MAX_LISTED_DELIVERIES, MAX_WEBHOOK_ENDPOINTS } from '#shared/webhook-events.ts';
import type { WebhookDelivery, WebhookEndpoint, WebhookEndpointInput, WebhookEndpointPatch } from '#shared/webhooks.ts';
import { newSalt, refusalOf, secretOf } from './post.ts';

type Owner = { role: 'partner' | 'user'; id: number };

const ownerOf = ({ role, id }: Owner) => (role === 'partner' ? { partner_id: id } : { user_id: id });

export const presentEndpoint = ({ id, name, url, events, created_at }: EndpointRow) =>
  ({ id, name, url, events, created_at: created_at.toISOString() }) as WebhookEndpoint;

export const presentDelivery = ({ id, event_id, event, attempts, last_status, last_error, ...row }: DeliveryRow) =>
  ({
    ...{ id, event_id, event, attempts, last_status, last_error },
    created_at: row.created_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
    next_try_at: row.next_try_at?.toISOString() ?? null,
  }) as WebhookDelivery;

export const listEndpoints = ({ db }: Pick<Deps, 'db'>, owner: Owner) =>
  db.webhookEndpoint.findMany({ where: ownerOf(owner), orderBy: { id: 'asc' } });

export async function createEndpoint(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  owner: Owner,
  input: WebhookEndpointInput,
) {
  const ownFilter = ownerOf(owner);
  refuseUnusableUrl(config, input.url);
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext(${`webhook endpoints ${owner.role}:${owner.id}`}))`;
    if ((await tx.webhookEndpoint.count({ where: ownFilter })) >= MAX_WEBHOOK_ENDPOINTS)
      throw conflict(`You already have ${MAX_WEBHOOK_ENDPOINTS} endpoints, the maximum. Remove one, then try again.`);
    const secret_salt = newSalt();
    const endpoint = await tx.webhookEndpoint.create({
      data: { ...ownFilter, ...input, secret_salt, created_at: now() },
    });
    await audit({ now }, tx, owner, { action: 'create', id: endpoint.id, after: auditedFields(input) });
    return { endpoint, secret: secretOf(config.appSecret, secret_salt) };
  });
}

/** Allows public https URLs, and any URL of a host on the operator's list; the public demo allows none. */
function refuseUnusableUrl({ WEBHOOK_PRIVATE_HOSTS: hosts, isPublicDemo }: Deps['config'], url: string | undefined) {
  if (!url) return;
  if (isPublicDemo) throw invalidBase('The public demo doesn’t send events to other servers.');
  const refusal = refusalOf(new URL(url), hosts);
  if (refusal)
    throw invalid({ url: [refusal === 'private' ? 'isn’t on the public internet' : 'must begin with https://'] });
}

export async function updateEndpoint(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  owner: Owner,
  { id, patch }: { id: number; patch: WebhookEndpointPatch },
) {
  refuseUnusableUrl(config, patch.url);
  return changeEndpoint({ db, now }, owner, { id, action: 'update', after: auditedFields(patch), data: patch });
}

/** Replaces the secret from the next delivery on. */
export async function replaceSecret(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  owner: Owner,
  id: number,
) {
  const secret_salt = newSalt();
  const data = { secret_salt };
  await changeEndpoint({ db, now }, owner, { id, action: 'replace_secret', after: { secret: 'replaced' }, data });
  return secretOf(config.appSecret, secret_salt);
}

type EndpointChange = {
  id: number;
  action: string;
  after: object;
  data: Partial<WebhookEndpointPatch> & { secret_salt?: Uint8Array<ArrayBuffer> };
};

const changeEndpoint = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: Owner,
  { id, action, after, data }: EndpointChange,
) =>
  db.$transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.updateMany({ where: { ...ownerOf(owner), id }, data });
    if (!count) throw notFound();
    await audit({ now }, tx, owner, { action, id, after });
    return tx.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  });

export const removeEndpoint = ({ db, now }: Pick<Deps, 'db' | 'now'>, owner: Owner, id: number) =>
  db.$transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.deleteMany({ where: { ...ownerOf(owner), id } });
    if (!count) throw notFound();
    await audit({ now }, tx, owner, { action: 'remove', id, after: { removed: true } });
  });

/** Fields for the audit log, without the URL's path, which may be a secret. */
const auditedFields = ({ url, ...rest }: Partial<WebhookEndpointInput>) => ({
  ...rest,
  ...(url ? { host: new URL(url).host } : {}),
});

const audit = (
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  owner: Owner,
  { action, id, after }: { action: string; id: number; after: object },
) => auditStaff(tx, now(), owner, { action, entity: 'webhook_endpoint', entity_id: id, after });

export async function sendTest({ db, now }: Pick<Deps, 'db' | 'now'>, owner: Owner, id: number) {
  await requireOwnEndpoint(db, owner, id);
  return db.webhookDelivery.create({
    data: {
      ...{ endpoint_id: id, event_id: `evt_${randomUUID()}`, event: 'test', data: { message: 'The endpoint works.' } },
      ...{ created_at: now(), next_try_at: now() },
    },
  });
}

export async function listDeliveries({ db }: Pick<Deps, 'db'>, owner: Owner, id: number) {
  await requireOwnEndpoint(db, owner, id);
  return db.webhookDelivery.findMany({
    where: { endpoint_id: id },
    orderBy: { id: 'desc' },
    take: MAX_LISTED_DELIVERIES,
  });
}

/** Starts a delivery's attempts over, with another day of retries. */
export async function redeliver(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: Owner,
  { id, delivery_id }: { id: number; delivery_id: number },
) {
  await requireOwnEndpoint(db, owner, id);
  const { count } = await db.webhookDelivery.updateMany({
    where: { id: delivery_id, endpoint_id: id },
    data: { attempts: 0, next_try_at: now(), delivered_at: null, last_status: null, last_error: null },
  });
  if (!count) throw invalid({ delivery_id: ['isn’t in this endpoint’s log'] });
  return db.webhookDelivery.findUniqueOrThrow({ where: { id: delivery_id } });
}

async function requireOwnEndpoint(db: Deps['db'], owner: Owner, id: number) {
  if (!(await db.webhookEndpoint.count({ where: { ...ownerOf(owner), id } }))) throw notFound();
}
