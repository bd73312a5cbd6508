import { AddonList, AddonListQuery, Availability, AvailabilityQuery } from '#shared/addons.ts';
import { NotFound } from './errors.ts';
import type { Api } from './operation.ts';

export const addonsApi = {
  list: {
    method: 'get',
    path: '/api/v1/addons',
    summary: 'List the add-ons that can be booked with a promotion',
    access: 'public',
    query: AddonListQuery,
    responses: { 200: AddonList },
  },
  checkAvailability: {
    method: 'get',
    path: '/api/v1/addons/top_of_newsletter/check_availability',
    summary: 'Check whether a category’s top spot is available on a date',
    access: 'public',
    query: AvailabilityQuery,
    exampleQuery: { date: '2026-12-10', category_id: '1' },
    responses: { 200: Availability, 404: NotFound },
  },
} satisfies Api;
