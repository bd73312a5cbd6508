/** Imports of readers from files of other programs, and the export of all readers. */
import {
  ImportCampaignResponse,
  ImportMapping,
  ImportPartQuery,
  ImportPatch,
  ImportStart,
  ImportUndoPlanResponse,
  ReaderImportInput,
  ReaderImportResponse,
  ReaderImportsResponse,
} from '#shared/reader-imports.ts';
import { Conflict } from './errors.ts';
import type { Api } from './operation.ts';

/** No API key gives access to readers' addresses. */
const adminOnly = { access: 'admin', scope: null } as const;

export const readerImportsApi = {
  list: {
    ...adminOnly,
    method: 'get',
    path: '/api/v1/reader_imports',
    summary: 'List the latest reader imports',
    responses: { 200: ReaderImportsResponse },
  },
  create: {
    ...adminOnly,
    method: 'post',
    path: '/api/v1/reader_imports',
    summary: 'Create a reader import from a CSV file',
    body: ReaderImportInput,
    example: { file_name: 'list.csv', file_bytes: 52 },
    responses: { 201: ReaderImportResponse },
  },
  show: {
    ...adminOnly,
    method: 'get',
    path: '/api/v1/reader_imports/{id}',
    summary: 'Get an import, its progress, and its counts',
    responses: { 200: ReaderImportResponse },
  },
  storePart: {
    ...adminOnly,
    method: 'post',
    path: '/api/v1/reader_imports/{id}/parts',
    summary: 'Upload the part of the file at an offset',
    details: 'Each part except the last is 1 MB (1,048,576 bytes). A repeated part changes nothing.',
    query: ImportPartQuery,
    exampleQuery: { offset: '0' },
    body: { file: 'part' },
    responses: { 200: ReaderImportResponse, 409: Conflict },
  },
  check: {
    ...adminOnly,
    method: 'post',
    path: '/api/v1/reader_imports/{id}/check',
    summary: 'Check a file in a dry run with the given column mapping',
    body: ImportMapping,
    example: {
      columns: ['email', 'consented_on'],
      day_first: false,
      consent_source: 'Sign-up form',
      genres: [],
      category_ids: [1],
    },
    responses: { 200: ReaderImportResponse, 409: Conflict },
  },
  start: {
    ...adminOnly,
    method: 'post',
    path: '/api/v1/reader_imports/{id}/start',
    summary: 'Start the import after the dry run',
    body: ImportStart,
    example: { daily_emails: 500 },
    responses: { 200: ReaderImportResponse, 409: Conflict },
  },
  update: {
    ...adminOnly,
    method: 'patch',
    path: '/api/v1/reader_imports/{id}',
    summary: 'Pause or resume an import’s permission emails, or change their daily limit',
    body: ImportPatch,
    example: { is_paused: true },
    responses: { 200: ReaderImportResponse, 409: Conflict },
  },
  campaign: {
    ...adminOnly,
    method: 'get',
    path: '/api/v1/reader_imports/{id}/campaign',
    summary: 'Get the counts of an import’s permission emails',
    responses: { 200: ImportCampaignResponse },
  },
  discard: {
    ...adminOnly,
    method: 'post',
    path: '/api/v1/reader_imports/{id}/discard',
    summary: 'Delete the file of an import that hasn’t started',
    responses: { 200: ReaderImportResponse, 409: Conflict },
  },
  undoPlan: {
    ...adminOnly,
    method: 'get',
    path: '/api/v1/reader_imports/{id}/undo',
    summary: 'Count the readers whom undoing an import would remove, unsubscribe, or make pending again',
    responses: { 200: ImportUndoPlanResponse },
  },
  undo: {
    ...adminOnly,
    method: 'post',
    path: '/api/v1/reader_imports/{id}/undo',
    summary: 'Undo an import: remove or unsubscribe its readers who haven’t been active since',
    responses: { 200: ReaderImportResponse, 409: Conflict },
  },
  problems: {
    ...adminOnly,
    method: 'get',
    path: '/api/v1/reader_imports/{id}/problems.csv',
    summary: 'Download an import’s rows that have problems, by line, as CSV',
    responses: { 200: 'text/csv' },
  },
  export: {
    ...adminOnly,
    method: 'get',
    path: '/api/v1/reader_list.csv',
    summary: 'Export all readers as CSV, in the import format',
    responses: { 200: 'text/csv' },
  },
} satisfies Api;
