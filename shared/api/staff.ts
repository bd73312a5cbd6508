/** Staff tools: a partner's dossier, views of a partner's screens, and a search over several kinds of records. */
import {
  PartnerDossierResponse,
  StaffSearchQuery,
  StaffSearchResponse,
  ViewResponse,
} from '#shared/partner-dossier.ts';
import { Conflict } from './errors.ts';
import type { Api } from './operation.ts';

export const staffApi = {
  dossier: {
    method: 'get',
    path: '/api/v1/partners/{partner_id}/dossier',
    summary: 'Get a partner with their record, cards, invoices, emails, and sign-in state',
    access: 'user',
    responses: { 200: PartnerDossierResponse },
  },
  viewAs: {
    method: 'post',
    path: '/api/v1/partners/{partner_id}/view_as',
    summary: 'Get read-only credentials for the partner’s screens for 15 minutes; recorded in the audit log',
    access: 'user',
    // A key must not turn into a session.
    scope: null,
    hasSecrets: true,
    responses: { 201: ViewResponse, 409: Conflict },
  },
  endView: {
    method: 'delete',
    path: '/api/v1/partners/{partner_id}/view_as',
    summary: 'End your own views of a partner’s screens',
    access: 'user',
    scope: null,
    responses: { 204: null },
  },
  search: {
    method: 'get',
    path: '/api/v1/staff_search',
    summary: 'Find partners, books, promotions, invoices, and newsletters, at most five of each',
    access: 'user',
    query: StaffSearchQuery,
    exampleQuery: { q: 'lantern' },
    responses: { 200: StaffSearchResponse },
  },
} satisfies Api;
