/** The admin panel: a few calls for every entity of its registry, and those for health and the audit log. */
import * as z from 'zod';
import {
  AdminActionResponse,
  AdminAuditEvent,
  AdminHealth,
  AdminList,
  AdminPatch,
  AdminRegistry,
  AdminResponse,
} from '#shared/admin.ts';
import { ListHealth } from '#shared/list-health.ts';
import { Conflict } from './errors.ts';
import type { Api } from './operation.ts';

/** The fields of the entity or of the action, as the registry describes them. */
const Fields = z.looseObject({});
/** Filters, sorting, and pagination, as the registry describes them. */
const Query = z.looseObject({});
/** Includes the current record under its singular name, if the record has changed. */
const ConflictWithRecord = Conflict.loose();

export const adminApi = {
  registry: {
    method: 'get',
    path: '/api/v1/admin/registry',
    summary: 'List entities with the fields, filters, and actions the caller can use',
    access: 'user',
    query: z.strictObject({}),
    responses: { 200: AdminRegistry },
  },
  health: {
    method: 'get',
    path: '/api/v1/admin/health',
    summary: 'Get system health',
    access: 'user',
    query: z.strictObject({}),
    responses: { 200: AdminHealth },
  },
  listHealth: {
    method: 'get',
    path: '/api/v1/admin/list_health',
    summary: 'Get the readers’ engagement, bounces and complaints by mailbox provider, and sign-ups by source',
    access: 'user',
    query: z.strictObject({}),
    responses: { 200: z.object({ list_health: ListHealth }) },
  },
  auditLog: {
    method: 'get',
    path: '/api/v1/admin/trail',
    summary: 'List the latest entries of the audit log',
    access: 'user',
    query: z.strictObject({}),
    responses: { 200: z.object({ audit_events: z.array(AdminAuditEvent) }) },
  },
  csv: {
    method: 'get',
    path: '/api/v1/admin/{entity}.csv',
    summary: 'Export filtered records as CSV',
    access: 'user',
    query: Query,
    responses: { 200: 'text/csv' },
  },
  list: {
    method: 'get',
    path: '/api/v1/admin/{entity}',
    summary: 'List an entity’s records',
    access: 'user',
    query: Query,
    responses: { 200: AdminList },
  },
  create: {
    method: 'post',
    path: '/api/v1/admin/{entity}',
    summary: 'Create a record, if the entity allows it',
    access: 'user',
    body: Fields,
    example: { name: 'Sea stories' },
    responses: { 201: AdminResponse },
  },
  show: {
    method: 'get',
    path: '/api/v1/admin/{entity}/{record}',
    summary: 'Get a record with its audit log and related records',
    access: 'user',
    query: z.strictObject({}),
    responses: { 200: AdminResponse },
  },
  update: {
    method: 'patch',
    path: '/api/v1/admin/{entity}/{record}',
    summary: 'Update a record; 409 with the current one if it has changed since the caller read it',
    access: 'user',
    body: AdminPatch,
    example: { record_version: '0123456789abcdef', name: 'Sea stories' },
    responses: { 200: AdminResponse, 409: ConflictWithRecord },
  },
  act: {
    method: 'post',
    path: '/api/v1/admin/{entity}/{record}/{action}',
    summary: 'Run an action on a record',
    access: 'user',
    body: Fields,
    example: { into_id: 1 },
    responses: { 200: AdminActionResponse, 409: ConflictWithRecord },
  },
} satisfies Api;
