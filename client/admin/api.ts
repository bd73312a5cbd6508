import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { call, type Query } from '#client/api/http.ts';
import {
  AdminActionAnswer,
  AdminAnswer,
  AdminAuditEvent,
  type AdminBeside,
  type AdminEntity,
  AdminHealth,
  AdminList,
  AdminRecord,
  AdminRegistry,
} from '#shared/admin.ts';
import type { Meta } from '#shared/params.ts';

const role = 'user';
export const ADMIN = ['user', 'admin'];
type RecordId = number | string;

export const registryQuery = queryOptions({
  queryKey: [...ADMIN, 'registry'],
  queryFn: () => call('/admin/registry', { role, schema: AdminRegistry }),
  staleTime: 10 * 60_000,
});

export const healthQuery = queryOptions({
  queryKey: [...ADMIN, 'health'],
  queryFn: () => call('/admin/health', { role, schema: AdminHealth }),
  staleTime: 0,
});

export const trailQuery = queryOptions({
  queryKey: [...ADMIN, 'trail'],
  queryFn: async () =>
    (await call('/admin/trail', { role, schema: z.object({ audit_events: z.array(AdminAuditEvent) }) })).audit_events,
  staleTime: 0,
});

type RecordPage = { records: AdminRecord[]; meta: Meta };

export const recordsQuery = (entity: string, query: Query) =>
  queryOptions({
    queryKey: [...ADMIN, 'list', entity, query],
    queryFn: async (): Promise<RecordPage> => {
      const body = await call(`/admin/${entity}`, { role, query, schema: AdminList });
      return { records: body[entity] ?? [], meta: body.meta as Meta };
    },
    placeholderData: (before: RecordPage | undefined, query) => (query?.queryKey[3] === entity ? before : undefined),
    staleTime: 0,
  });

/** A record with what stands beside it. */
export type Opened = { record: AdminRecord } & z.infer<typeof AdminBeside>;

export const recordQuery = (entity: AdminEntity, id: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'one', entity.name, id],
    queryFn: async () => openedOf(entity, await call(pathOf(entity, id), { role, schema: AdminAnswer })),
    staleTime: 0,
  });

export const createRecord = async (entity: AdminEntity, body: object) =>
  openedOf(entity, await call(`/admin/${entity.name}`, { method: 'POST', role, body, schema: AdminAnswer }));

export const saveRecord = async (entity: AdminEntity, id: RecordId, body: object) =>
  openedOf(entity, await call(pathOf(entity, id), { method: 'PATCH', role, body, schema: AdminAnswer }));

/** The record is null when the action took it away. */
export const actOn = (entity: AdminEntity, id: RecordId, action: string, body: object) =>
  call(`${pathOf(entity, id)}/${action}`, { method: 'POST', role, body, schema: AdminActionAnswer });

const pathOf = ({ name }: AdminEntity, id: RecordId) => `/admin/${name}/${encodeURIComponent(id)}`;

export const openedOf = (
  { singular }: AdminEntity,
  { audit_events, linked, actions, page, ...rest }: z.infer<typeof AdminAnswer>,
): Opened => ({
  record: AdminRecord.parse(rest[singular]),
  audit_events,
  linked,
  actions,
  page,
});

/** The current record that a 409 carries. */
export const recordIn = ({ singular }: AdminEntity, body: object | undefined) => {
  const found = AdminRecord.safeParse((body as { [name: string]: unknown } | undefined)?.[singular]);
  return found.success ? found.data : null;
};
