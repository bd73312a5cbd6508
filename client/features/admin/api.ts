import { queryOptions, useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { ADMIN, registryQuery } from '#client/api/admin-registry.ts';
import { clientFor } from '#client/api/client.ts';
import type { Query } from '#client/api/http.ts';
import { type AdminEntity, AdminRecord, type AdminRecordContext, type AdminResponse } from '#shared/admin.ts';
import { adminApi } from '#shared/api/admin.ts';
import type { BodyInput as Body } from '#shared/api/operation.ts';
import type { Meta } from '#shared/params.ts';

const admin = clientFor(adminApi, 'user');
type RecordId = number | string;

export const healthQuery = queryOptions({
  queryKey: [...ADMIN, 'health'],
  queryFn: () => admin.health(),
  staleTime: 0,
});

export const listHealthQuery = queryOptions({
  queryKey: [...ADMIN, 'list health'],
  queryFn: async () => (await admin.listHealth()).list_health,
});

export const auditLogQuery = queryOptions({
  queryKey: [...ADMIN, 'trail'],
  queryFn: async () => (await admin.auditLog()).audit_events,
  staleTime: 0,
});

type RecordPage = { records: AdminRecord[]; meta: Meta };

export const recordsQuery = (entity: string, query: Query) =>
  queryOptions({
    queryKey: [...ADMIN, 'list', entity, query],
    queryFn: async (): Promise<RecordPage> => {
      const { meta, [entity]: records = [] } = await admin.list({ entity, query });
      return { records, meta };
    },
    placeholderData: (before: RecordPage | undefined, query) => (query?.queryKey[3] === entity ? before : undefined),
    staleTime: 0,
  });

/** A record with the other data of its screen. */
export type OpenedRecord = { record: AdminRecord } & z.infer<typeof AdminRecordContext>;

export const recordQuery = (entity: AdminEntity, id: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'one', entity.name, id],
    queryFn: async () => openedRecordOf(entity, await admin.show({ entity: entity.name, record: id })),
    staleTime: 0,
  });

export const createRecord = async (entity: AdminEntity, body: Record<string, unknown>, idempotencyKey: string) =>
  openedRecordOf(entity, await admin.create({ entity: entity.name, body, idempotencyKey }));

export const saveRecord = async (entity: AdminEntity, id: RecordId, body: Body<typeof adminApi.update>) =>
  openedRecordOf(entity, await admin.update({ entity: entity.name, record: String(id), body }));

/** The record is null if the action deleted it. */
export const runAction = (
  entity: AdminEntity,
  id: RecordId,
  { action, ...rest }: { action: string; body: Record<string, unknown>; idempotencyKey: string | undefined },
) => admin.act({ entity: entity.name, record: String(id), action, ...rest });

export const openedRecordOf = (
  { singular }: AdminEntity,
  { audit_events, linked, actions, refusals, page, ...rest }: z.infer<typeof AdminResponse>,
): OpenedRecord => ({
  record: AdminRecord.parse(rest[singular]),
  audit_events,
  linked,
  actions,
  refusals,
  page,
});

/** The current record in the body of a 409. */
export const conflictingRecord = ({ singular }: AdminEntity, body: object | undefined) => {
  const parsed = AdminRecord.safeParse((body as { [name: string]: unknown } | undefined)?.[singular]);
  return parsed.success ? parsed.data : null;
};

/** True if the entity is in the caller's registry. */
export const useCanSee = (name: string | null) =>
  useQuery(registryQuery).data?.entities.some((entity) => entity.name === name) ?? false;
