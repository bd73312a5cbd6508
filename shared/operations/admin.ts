/** The admin panel: a few calls for every entity of its registry, and the staff member's own second factor. */
import * as z from 'zod';
import {
  AdminActionAnswer,
  AdminAnswer,
  AdminAuditEvent,
  AdminHealth,
  AdminList,
  AdminPatch,
  AdminRegistry,
  SecondFactorAnswer,
  SecondFactorCodes,
  SecondFactorEnd,
  SecondFactorPassword,
  SecondFactorProof,
  SecondFactorStart,
} from '#shared/admin.ts';
import { Conflict } from './errors.ts';
import type { Operation } from './operation.ts';

/** The entity's own fields, as the registry describes them. */
const Fields = z.looseObject({});
/** Filters, sorting and paging, as the registry describes them. */
const Query = z.looseObject({});
/** With the current record under its singular name. */
const Lost = Conflict.loose();
const own = '/api/v1/user-auth/second_factor';

export const adminOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/admin/registry',
    summary: 'Every entity with the fields, filters and actions that the caller may use',
    access: 'user',
    query: z.strictObject({}),
    answers: { 200: AdminRegistry },
  },
  {
    method: 'get',
    path: '/api/v1/admin/health',
    summary: 'How the installation is',
    access: 'user',
    query: z.strictObject({}),
    answers: { 200: AdminHealth },
  },
  {
    method: 'get',
    path: '/api/v1/admin/trail',
    summary: 'The last changes by staff',
    access: 'user',
    query: z.strictObject({}),
    answers: { 200: z.object({ audit_events: z.array(AdminAuditEvent) }) },
  },
  {
    method: 'get',
    path: '/api/v1/admin/{entity}.csv',
    summary: 'All records of an entity that its filters leave, as a table for spreadsheets',
    access: 'user',
    query: Query,
    answers: { 200: 'text/csv' },
  },
  {
    method: 'get',
    path: '/api/v1/admin/{entity}',
    summary: 'A page of an entity’s records',
    access: 'user',
    query: Query,
    answers: { 200: AdminList },
  },
  {
    method: 'post',
    path: '/api/v1/admin/{entity}',
    summary: 'Make a record, where that makes sense',
    access: 'user',
    body: Fields,
    example: { name: 'Sea stories' },
    answers: { 201: AdminAnswer },
  },
  {
    method: 'get',
    path: '/api/v1/admin/{entity}/{record}',
    summary: 'One record with its trail and what belongs to it',
    access: 'user',
    query: z.strictObject({}),
    answers: { 200: AdminAnswer },
  },
  {
    method: 'patch',
    path: '/api/v1/admin/{entity}/{record}',
    summary: 'Change a record; 409 with the current one if it is not the version that the caller saw',
    access: 'user',
    body: AdminPatch,
    example: { record_version: '0123456789abcdef', name: 'Sea stories' },
    answers: { 200: AdminAnswer, 409: Lost },
  },
  {
    method: 'post',
    path: '/api/v1/admin/{entity}/{record}/{action}',
    summary: 'Do something with a record that is more than setting its fields',
    access: 'user',
    body: Fields,
    example: { into_id: 1 },
    answers: { 200: AdminActionAnswer, 409: Lost },
  },
  {
    method: 'get',
    path: own,
    summary: 'Whether the own second factor is on',
    access: 'user',
    answers: { 200: SecondFactorAnswer },
  },
  {
    method: 'post',
    path: own,
    summary: 'Begin with a new secret for an authenticator app',
    access: 'user',
    limited: true,
    body: SecondFactorPassword,
    example: { current_password: 'a long enough passphrase' },
    answers: { 200: SecondFactorStart, 409: Conflict },
  },
  {
    method: 'post',
    path: `${own}/confirm`,
    summary: 'Turn it on with a code of the new secret; answers the recovery codes once',
    access: 'user',
    limited: true,
    body: SecondFactorProof,
    example: { otp: '123456' },
    answers: { 200: SecondFactorCodes, 409: Conflict },
  },
  {
    method: 'post',
    path: `${own}/recovery_codes`,
    summary: 'New recovery codes; the old ones end',
    access: 'user',
    limited: true,
    body: SecondFactorProof,
    example: { otp: '123456' },
    answers: { 200: SecondFactorCodes, 409: Conflict },
  },
  {
    method: 'post',
    path: `${own}/end`,
    summary: 'Turn the second factor off',
    access: 'user',
    limited: true,
    body: SecondFactorEnd,
    example: { current_password: 'a long enough passphrase', otp: '123456' },
    answers: { 200: SecondFactorAnswer, 409: Conflict },
  },
];
