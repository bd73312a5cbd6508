import { WarmUpInput, WarmUpPatch, WarmUpProviderInput, WarmUpResponse, WarmUpsResponse } from '#shared/warm-up.ts';
import { type Api, conflictWith } from './operation.ts';

const responses = { 200: WarmUpResponse, 409: conflictWith(WarmUpResponse.shape) };

export const warmUpsApi = {
  list: {
    method: 'get',
    path: '/api/v1/warm_ups',
    summary: 'List the sending domain’s last five warm-ups, the current one first, and whether a new one is suggested',
    access: 'admin',
    responses: { 200: WarmUpsResponse },
  },
  start: {
    method: 'post',
    path: '/api/v1/warm_ups',
    summary: 'Start a warm-up; daily caps apply starting with the next newsletter',
    access: 'admin',
    scope: null,
    body: WarmUpInput,
    example: { first_cap: 500, growth_percent: 150 },
    responses: { 201: WarmUpResponse, 409: conflictWith(WarmUpResponse.shape) },
  },
  update: {
    method: 'patch',
    path: '/api/v1/warm_ups/{id}',
    summary: 'Change the schedule, or pause or resume growth; caps that are already set for today don’t change',
    access: 'admin',
    scope: null,
    body: WarmUpPatch,
    example: { growth_percent: 130, is_paused: false },
    responses,
  },
  end: {
    method: 'post',
    path: '/api/v1/warm_ups/{id}/end',
    summary: 'End a warm-up: newsletters go to every reader',
    access: 'admin',
    scope: null,
    responses,
  },
  resumeProvider: {
    method: 'post',
    path: '/api/v1/warm_ups/{id}/resume',
    summary:
      'Resume sending to a stopped provider today, or tomorrow if today’s caps are already set, at a lower cap if possible',
    access: 'admin',
    scope: null,
    body: WarmUpProviderInput,
    example: { provider: 'gmail' },
    responses,
  },
} satisfies Api;
